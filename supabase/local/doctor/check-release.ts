import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readVersion } from '../app/read-version.ts';
import { isInUse } from '../postgres/pid-file.ts';
import { readMigrations } from '../postgres/migrations.ts';
import { planUpgrade, readHistory } from '../postgres/plan-upgrade.ts';
import { requireDatabaseOfFiles } from '../storage/database-of-files.ts';
import { type Finding, ok, warning } from './finding.ts';

/** If the database runs, compares this release with the last one that used it. @throws StartError if this release must not use the database */
export async function checkRelease(env: NodeJS.ProcessEnv, dataDir: string): Promise<Finding> {
  const release = readVersion();
  const checked = `Undercurrent ${release}`;
  const url = env['DATABASE_URL'] || (await readRunningUrl(dataDir));
  if (!url) return ok(checked);
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const history = await readHistory(sql);
    const host = env['DATABASE_URL'] ? 'server' : 'folder';
    await requireDatabaseOfFiles(join(dataDir, 'storage'), history, host);
    const { kind } = planUpgrade(history, readMigrations(), release, host);
    if (kind === 'new') return ok(`${checked}: the database is empty`);
    if (kind === 'current') return ok(`${checked}: the database is of the same release`);
    return warning(
      `${checked}: the database is of ${history.release ?? 'before the first release'}`,
      `The next start with this release upgrades it, ${backupWords(env)}: see "Upgrade" in docs/operating.md.`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return warning(checked, `The database does not answer (${error.message}).`);
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function backupWords(env: NodeJS.ProcessEnv): string {
  if (env['DATABASE_URL']) return 'without a backup. Back it up first, where it runs';
  if (env['UPGRADE_BACKUP_TO'] === 'none')
    return 'without a backup, as UPGRADE_BACKUP_TO says. Copy the data folder first, while no server uses it';
  return 'after a backup';
}

/** The address of the data folder's database while it runs. */
async function readRunningUrl(dataDir: string): Promise<string | null> {
  if (!isInUse(join(dataDir, 'postgres', 'cluster'))) return null;
  try {
    const keys: unknown = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
    return typeof keys === 'object' && keys !== null && 'databaseUrl' in keys ? String(keys.databaseUrl) : null;
  } catch {
    return null;
  }
}
