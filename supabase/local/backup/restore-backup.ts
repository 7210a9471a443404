import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import { copyDurably, copyFolder } from './copy-folder.ts';
import { openStoredBackups, type BackupFacts } from './stored-backups.ts';

/**
 * Puts a backup into an empty data folder, and begins a new epoch, so that every device rebuilds its replica and sends
 * again what the lost server had answered after the backup (SY-8).
 *
 * @param name null for the newest backup
 * @throws StartError; the data folder is as it was then
 */
export async function restoreBackup(
  from: string,
  name: string | null,
  dataDir: string,
): Promise<{ name: string; facts: BackupFacts }> {
  const target = resolve(dataDir);
  if (existsSync(target) && (await readdir(target)).length > 0) {
    throw new StartError(
      `${target} is not empty, and is left as it is. Stop its server and rename the folder, or set UNDERCURRENT_DATA to another one.`,
    );
  }
  if (!existsSync(from)) throw new StartError(`There is no folder ${from}.`);
  const backups = openStoredBackups(from);
  const names = await backups.names();
  const chosen = name ?? names.at(-1);
  if (chosen === undefined) throw new StartError(`There is no backup in ${from}.`);
  if (!names.includes(chosen))
    throw new StartError(`There is no backup ${chosen} in ${from}. There are: ${names.join(', ')}.`);
  const { facts, files } = await backups.read(chosen);
  const partial = `${target}.restoring`;
  await rm(partial, { recursive: true, force: true });
  try {
    await copyFolder(backups.pathOf(chosen), partial, (path) => path !== 'backup.json' && path !== 'files.json');
    for (const version of files.keys()) {
      const folder = join(partial, 'storage', 'objects', version.slice(0, 2));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await copyDurably(backups.filePath(version), join(folder, version))))
        throw new StartError(`The file ${backups.filePath(version)} of the backup is missing. Try an earlier backup.`);
    }
    const server = await startPostgres({ dataDir: join(partial, 'postgres') });
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    try {
      await sql`select private.begin_new_epoch()`;
    } finally {
      await sql.end({ timeout: 5 });
      await server.stop();
    }
    if (existsSync(target)) await rmdir(target);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return { name: chosen, facts };
}
