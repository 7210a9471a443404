import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readVersion } from '../app/read-version.ts';
import { isInUse } from '../postgres/pid-file.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import { takeBackupLock } from './backup-lock.ts';
import { copyCluster } from './copy-cluster.ts';
import { syncFolder } from '../sync-folder.ts';
import { copyDurably, isMissing } from './copy-folder.ts';
import { nameAt, openStoredBackups, type BackupFacts } from './stored-backups.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupReport {
  readonly name: string;
  readonly facts: BackupFacts;
  readonly files: number;
  /** Bytes of files that no earlier backup had. */
  readonly newBytes: number;
  readonly removed: readonly string[];
}

/**
 * Backs up the data folder of a one-machine installation, whether its server runs or not, and verifies the backup by
 * starting a database from it. The server goes on serving meanwhile.
 *
 * @param kept how many backups stay
 * @throws StartError; no backup has its final name then
 */
export async function makeBackup(dataDir: string, to: string, kept: number): Promise<BackupReport> {
  const clusterDir = join(dataDir, 'postgres', 'cluster');
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder; a database at DATABASE_URL is backed up where it runs.`,
    );
  }
  const backups = openStoredBackups(to);
  const own = isInUse(clusterDir) ? null : await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const sql = postgres(own?.url ?? (await readDatabaseUrl(dataDir)), { max: 1, onnotice: () => undefined });
  const name = nameAt(new Date());
  const partial = join(to, `${name}.partial`);
  try {
    if (!(await takeBackupLock(sql))) throw new StartError('Another backup is being made. Wait until it has ended.');
    const [cluster] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
    // Else each installation would remove the other's backups.
    if (!(await backups.claim(cluster?.id ?? '')))
      throw new StartError(`${to} has the backups of another installation. Choose another folder.`);
    await mkdir(partial, { mode: 0o700 });
    const sizes = new Map<string, number>();
    let newBytes = 0;
    const madeAt = new Date().toISOString();
    await copyCluster(sql, clusterDir, join(partial, 'postgres', 'cluster'));
    // After the database: it refers to no file that is not there, because none is removed during a backup.
    for await (const { version, path } of storedFiles(dataDir)) {
      const added = await backups.addFile(version, path);
      if (!added) continue;
      sizes.set(version, added.bytes);
      if (added.isNew) newBytes += added.bytes;
    }
    await copyDurably(join(dataDir, 'postgres', 'password'), join(partial, 'postgres', 'password'));
    for (const file of ['keys.json', 'mailbox.json', 'seeding'])
      await copyDurably(join(dataDir, file), join(partial, file));
    const counts = await verifyBackup(partial, sizes);
    const facts: BackupFacts = { madeAt, version: readVersion(), ...counts };
    await writeFile(join(partial, 'files.json'), JSON.stringify([...sizes]), { mode: 0o600, flush: true });
    await writeFile(join(partial, 'backup.json'), JSON.stringify(facts, null, 2), { mode: 0o600, flush: true });
    await rename(partial, backups.pathOf(name));
    await syncFolder(to);
    return { name, facts, files: sizes.size, newBytes, removed: await backups.prune(kept) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
    await own?.stop();
  }
}

async function* storedFiles(dataDir: string): AsyncGenerator<{ version: string; path: string }> {
  const objects = join(dataDir, 'storage', 'objects');
  for (const prefix of await entriesOf(objects)) {
    for (const version of await entriesOf(join(objects, prefix)))
      yield { version, path: join(objects, prefix, version) };
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readDatabaseUrl(dataDir: string): Promise<string> {
  const keys: unknown = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
  if (typeof keys === 'object' && keys !== null && 'databaseUrl' in keys) return String(keys.databaseUrl);
  throw new StartError(`${join(dataDir, 'keys.json')} names no database. Start the server once, then try again.`);
}
