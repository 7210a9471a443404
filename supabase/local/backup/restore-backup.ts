import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { causeTexts } from '../postgres/explain-failure.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import type { BackupPlace } from './backup-place.ts';
import { codeOf } from './copy-folder.ts';
import { findIncomplete, writeFiles, type ListedFile } from './part-store.ts';
import { openStoredBackups, type BackupFacts } from './stored-backups.ts';

/**
 * Puts a backup into an empty data folder, and begins a new epoch, so that every device rebuilds its replica and sends
 * again the actions that the lost server had answered after the backup (SY-8).
 *
 * @param name null for the newest backup
 * @throws StartError; then the data folder is unchanged
 */
export async function restoreBackup(
  place: BackupPlace,
  name: string | null,
  dataDir: string,
): Promise<{ name: string; facts: BackupFacts }> {
  const target = resolve(dataDir);
  if (existsSync(target) && (await readdir(target)).length > 0) {
    throw new StartError(
      `${target} is not empty, and is left as it is. Stop its server and rename the folder, or set UNDERCURRENT_DATA to another one.`,
    );
  }
  const backups = openStoredBackups(place);
  const names = await backups.names();
  const chosen = name ?? names.at(-1);
  if (chosen === undefined) throw new StartError(`There is no backup in ${place.name}.`);
  if (!names.includes(chosen))
    throw new StartError(`There is no backup ${chosen} in ${place.name}. There are: ${names.join(', ')}.`);
  const list = await backups.read(chosen);
  // Check before hours of copying.
  const [incomplete] = await findIncomplete(place, list.files);
  if (incomplete !== undefined)
    throw new StartError(`A part of ${incomplete} in the backup is missing in ${place.name}. Try an earlier backup.`);
  const partial = `${target}.restoring`;
  await rm(partial, { recursive: true, force: true });
  try {
    await writeContent(place, list, partial, true);
    await beginEpoch(join(partial, 'postgres'));
    if (existsSync(target)) await rmdir(target);
    await rename(partial, target);
    await syncFolder(join(target, '..'));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (codeOf(error) === 'ENOSPC') throw new StartError(causeTexts.noRoomForRestore(target), { cause: error });
    throw error;
  }
  return { name: chosen, facts: list.facts };
}

/** Writes the folders and files of a backup, or some of them, into a new folder. */
export async function writeContent(
  place: BackupPlace,
  { folders, files }: { readonly folders: readonly string[]; readonly files: readonly ListedFile[] },
  folder: string,
  isDurable: boolean,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode('') });
  for (const path of folders) await mkdir(join(folder, path), { recursive: true, mode: folderMode(path) });
  await writeFiles(place, files, folder, isDurable);
  // PostgreSQL refuses a cluster that others can read.
  await chmod(join(folder, 'postgres', 'cluster'), 0o700);
}

/**
 * If this process is root, PostgreSQL runs as another user, who must be able to enter the data folder and `postgres`.
 * Folders outside `postgres` are closed to other users.
 */
function folderMode(path: string): number {
  const isOfPostgres = path === '' || path === 'postgres' || path.startsWith('postgres/');
  return process.getuid?.() === 0 && isOfPostgres ? 0o755 : 0o700;
}

async function beginEpoch(postgresDir: string): Promise<void> {
  const server = await startPostgres({ dataDir: postgresDir });
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    await sql`select private.begin_new_epoch()`;
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}
