import { constants } from 'node:fs';
import { access, lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { causeTexts } from '../postgres/explain-failure.ts';
import { explainMissingDatabase } from '../postgres/former-data.ts';
import { readDisk } from '../read-disk.ts';
import { reasonOf } from '../start-error.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** Free space below which the check fails: PostgreSQL stops when it cannot write 16 MB of its WAL; uploads need room as well. */
const WRONG_BELOW_MB = 200;
const WARN_BELOW_MB = 2_000;
/** Files dated further in the future than this mean that the clock is behind. Clocks of disks and machines differ by seconds. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const SECRETS = ['keys.json', 'mailbox.json', 'postgres/password', 'postgres/postgres.log'];

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '');

export async function checkFolder(dataDir: string): Promise<Finding> {
  const checked = `Data folder ${dataDir}`;
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(checked);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return ok(`${checked}: does not exist yet, the first start makes it`);
    if (code === 'EROFS') return wrong(checked, causeTexts.readOnly(dataDir));
    if (code === 'EACCES') return wrong(checked, causeTexts.notAllowed(dataDir));
    return wrong(checked, `${dataDir} cannot be used (${reasonOf(error)}). Set UNDERCURRENT_DATA to a folder.`);
  }
}

export async function checkRoom(
  dir: string,
  limits = { wrongMb: WRONG_BELOW_MB, warnMb: WARN_BELOW_MB },
): Promise<Finding> {
  const { free } = await readDisk(dir);
  const freeMb = Math.floor(free / 1_000_000);
  const checked = `Disk of ${dir}: ${freeMb} MB free`;
  if (freeMb < limits.wrongMb) return wrong(checked, causeTexts.diskIsFull(dir));
  return freeMb < limits.warnMb
    ? warning(
        checked,
        'The disk is nearly full. Make room there, or move the data folder to a larger disk while the server is stopped.',
      )
    : ok(checked);
}

/** Checks that others on this machine cannot read secrets. */
export async function checkModes(dataDir: string): Promise<Finding> {
  const readable: string[] = [];
  for (const name of SECRETS) {
    const stat = await lstat(join(dataDir, name)).catch(() => null);
    if (stat && (stat.mode & 0o077) !== 0) readable.push(join(dataDir, name));
  }
  if (readable.length === 0 || process.platform === 'win32') return ok('File modes of keys, passwords and mails');
  return wrong(
    'File modes of keys, passwords and mails',
    `Others on this machine can read ${readable.join(', ')}. Take that away: chmod 600 ${readable.map((file) => `'${file}'`).join(' ')}`,
  );
}

/** Compares the database's major version with the installed PostgreSQL's. */
export async function checkDatabaseVersion(dataDir: string, installedMajor: string): Promise<Finding> {
  const made = await readFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), 'utf8').catch(() => null);
  if (made === null) {
    const refusal = await explainMissingDatabase(dataDir);
    const checked = `PostgreSQL ${installedMajor}: no database yet`;
    return refusal === null ? ok(checked) : wrong(`PostgreSQL ${installedMajor}: no database`, refusal);
  }
  const checked = `PostgreSQL ${installedMajor}, database of version ${made.trim()}`;
  if (made.trim() === installedMajor) return ok(checked);
  return wrong(checked, causeTexts.otherVersion(made.trim(), installedMajor));
}

/** Detects a clock that was set back: some files in the data folder are then newer than the present. */
export async function checkClock(dataDir: string, now: number): Promise<Finding> {
  const checked = `Clock: ${new Date(now).toISOString()}`;
  const folders = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres', 'cluster', 'pg_wal')];
  const files = await Promise.all(
    folders.map(async (dir) => (await readdir(dir).catch(() => [])).map((name) => join(dir, name))),
  );
  const stats = await Promise.all(files.flat().map((file) => lstat(file).catch(() => null)));
  const newest = Math.max(0, ...stats.map((stat) => stat?.mtimeMs ?? 0));
  if (newest <= now + CLOCK_TOLERANCE_MS) return ok(checked);
  return wrong(
    checked,
    `The data folder has files of ${new Date(newest).toISOString()}: the clock is behind. Set it by a time server (timedatectl set-ntp true) before ` +
      'the next start; until then links expire too late and days are counted wrongly.',
  );
}
