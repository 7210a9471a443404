import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readVersion } from '../app/read-version.ts';
import { causeTexts } from '../postgres/explain-failure.ts';
import { ID_FILE, readInstallationId } from '../postgres/installation-id.ts';
import type postgres from 'postgres';
import { openSession } from '../postgres/open-session.ts';
import { isInUse } from '../postgres/pid-file.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { takeBackupLock } from './backup-lock.ts';
import type { BackupPlace } from './backup-place.ts';
import { copyCluster } from './copy-cluster.ts';
import { bytesIn, codeOf, copyPresent, pathsIn } from './copy-folder.ts';
import { forEachAtOnce, openPartStore, type ListedFile, type PartStore } from './part-store.ts';
import { requireRoom } from './require-room.ts';
import { nameAt, openStoredBackups, timeOf, type BackupFacts, type StoredBackups } from './stored-backups.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupReport {
  readonly name: string;
  readonly facts: BackupFacts;
  /** Number of uploaded files; the database's files are not counted. */
  readonly files: number;
  /** Bytes of the parts that the place did not have yet. */
  readonly newBytes: number;
  readonly removed: readonly string[];
  /** Why earlier backups could not be removed; null if nothing failed. */
  readonly pruneFailure: string | null;
}

/** Temporary folder in the data folder: holds the copied database, then the one that the check restores. */
export const STAGING = 'backup.partial';
export const OBJECTS = 'storage/objects/';
const SMALL_FILES = ['keys.json', 'mailbox.json', 'seeding', 'storage/database'];
/** Free space that the copy must leave, because PostgreSQL stops when it cannot write its WAL. */
export const ROOM_LEFT_BYTES = 500_000_000;

export class BackupBusyError extends StartError {}

/**
 * Backs up the data folder of a one-machine installation, whether its server runs or not, and verifies the backup by
 * starting a database from it. The server goes on serving meanwhile.
 *
 * @param keepCount how many of the newest backups stay
 * @param databaseUrl of the running database, if `keys.json` does not name it yet
 * @throws StartError for conditions that the operator can fix, or Error; the place then has no new backup
 */
export async function makeBackup(
  dataDir: string,
  place: BackupPlace,
  keepCount: number,
  databaseUrl?: string,
): Promise<BackupReport> {
  const clusterDir = clusterIn(dataDir);
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder; a database at DATABASE_URL is backed up where it runs.`,
    );
  }
  const own = isInUse(clusterDir) ? null : await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const sql = openSession(own?.url ?? databaseUrl ?? (await readDatabaseUrl(dataDir)));
  try {
    if (!(await takeBackupLock(sql)))
      throw new BackupBusyError('Another backup is being made. Wait until it has ended.');
    return await backUpLocked(dataDir, sql, place, keepCount);
  } finally {
    await sql.end({ timeout: 5 });
    await own?.stop();
  }
}

/** Only for the holder of the lock, because this removes the temporary folder, which another backup may be using. */
async function backUpLocked(
  dataDir: string,
  sql: postgres.Sql,
  place: BackupPlace,
  keepCount: number,
): Promise<BackupReport> {
  const clusterDir = clusterIn(dataDir);
  const backups = openStoredBackups(place);
  const staging = join(dataDir, STAGING);
  try {
    const installation = await readInstallationId(join(dataDir, 'postgres'), sql);
    // Two installations in one place would remove each other's backups.
    await backups.claim(installation);
    const names = await backups.names();
    await rm(staging, { recursive: true, force: true });
    const copyBytes = (await bytesIn(clusterDir)) + ROOM_LEFT_BYTES;
    await requireRoom(dataDir, copyBytes, 'The copy of the database', 'Make room there; earlier backups stay.');
    const madeAt = new Date();
    await copyCluster(sql, clusterDir, join(staging, 'postgres', 'cluster'));
    const store = await openPartStore(place);
    const content = await storeContent(dataDir, staging, store, await readNewest(backups, names));
    await rm(staging, { recursive: true });
    const counts = await verifyBackup(place, content, staging);
    const facts: BackupFacts = { madeAt: madeAt.toISOString(), version: readVersion(), ...counts };
    const name = nameAfter(names.at(-1), madeAt);
    // Another installation may have claimed the place meanwhile.
    await backups.claim(installation);
    await backups.write(name, { facts, ...content });
    const files = content.files.filter(({ path }) => path.startsWith(OBJECTS)).length;
    return { name, facts, files, newBytes: store.newBytes(), ...(await prune(backups, keepCount)) };
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw new StartError(causeTexts.noRoomForBackup(dataDir), { cause: error });
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const clusterIn = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

async function storeContent(
  dataDir: string,
  staging: string,
  store: PartStore,
  earlier: ReadonlyMap<string, ListedFile>,
): Promise<{ folders: string[]; files: ListedFile[] }> {
  for (const name of ['password', ID_FILE])
    await copyPresent(join(dataDir, 'postgres', name), join(staging, 'postgres', name));
  const staged = await pathsIn(staging);
  // List the stored files after copying the database: each file that the copy names is there, because none is removed during a backup.
  const objects = (await pathsIn(join(dataDir, OBJECTS))).filter((path) => !path.endsWith('/'));
  const files: ListedFile[] = [];
  const add = async (path: string, source: string): Promise<void> => {
    const listed = await store.add(path, source, earlier.get(path));
    if (listed) files.push(listed);
  };
  await forEachAtOnce(
    staged.filter((path) => !path.endsWith('/')),
    (path) => add(path, join(staging, path)),
  );
  await forEachAtOnce(objects, (path) => add(`${OBJECTS}${path}`, join(dataDir, OBJECTS, path)));
  await forEachAtOnce(SMALL_FILES, (path) => add(path, join(dataDir, path)));
  return { folders: staged.filter((path) => path.endsWith('/')), files };
}

/** The stored files that the newest backup lists. Stored files never change, so the next backup need not read them again. */
async function readNewest(backups: StoredBackups, names: readonly string[]): Promise<Map<string, ListedFile>> {
  const newest = names.at(-1);
  const list = newest === undefined ? null : await backups.read(newest).catch(() => null);
  const files = (list?.files ?? []).filter(({ path }) => path.startsWith(OBJECTS));
  return new Map(files.map((file) => [file.path, file]));
}

/** A name that sorts after the newest backup's, also if the clock was set back: retention goes by the names. */
function nameAfter(newest: string | undefined, now: Date): string {
  const name = nameAt(now);
  return newest === undefined || name > newest ? name : nameAt(new Date(timeOf(newest).getTime() + 1));
}

async function prune(
  backups: StoredBackups,
  keepCount: number,
): Promise<Pick<BackupReport, 'removed' | 'pruneFailure'>> {
  try {
    return { removed: await backups.prune(keepCount), pruneFailure: null };
  } catch (error) {
    return { removed: [], pruneFailure: reasonOf(error) };
  }
}

async function readDatabaseUrl(dataDir: string): Promise<string> {
  const keys: unknown = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
  if (typeof keys === 'object' && keys !== null && 'databaseUrl' in keys) return String(keys.databaseUrl);
  throw new StartError(`${join(dataDir, 'keys.json')} names no database. Start the server once, then try again.`);
}
