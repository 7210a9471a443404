import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, pathsIn } from '../backup/copy-folder.ts';
import type { DatabaseHost, History } from '../postgres/plan-upgrade.ts';
import { replaceFile } from '../replace-file.ts';
import { StartError } from '../start-error.ts';

/** File beside the stored files that names their database, by the time of its first release. */
const fileIn = (root: string) => join(root, 'database');

/**
 * Refuses a database that the stored files do not belong to: the sweep removes all files that the database does not know.
 *
 * @param root the folder `storage` of the data folder
 * @throws StartError
 */
export async function requireDatabaseOfFiles(
  root: string,
  { firstReleaseAt, versions }: Pick<History, 'firstReleaseAt' | 'versions'>,
  host: DatabaseHost,
): Promise<void> {
  const noted = await readNote(root);
  // Files without a note are of an earlier release, and an empty database cannot know them.
  if (noted === null ? versions.length > 0 : noted === firstReleaseAt?.toISOString()) return;
  const objects = join(root, 'objects');
  if (!(await pathsIn(objects)).some((path) => !path.endsWith('/'))) return;
  throw new StartError(
    `The files in ${objects} belong to another database than ${host === 'folder' ? 'the one in the data folder' : 'the one at DATABASE_URL'}, which does not ` +
      `know them. ${host === 'folder' ? 'Put their database back' : 'Set DATABASE_URL to their database'}, or set UNDERCURRENT_DATA to another folder. ` +
      (noted === null ? '' : `If it is their database all the same, rename ${fileIn(root)}. `) +
      'Nothing was changed.',
  );
}

/** Notes that the stored files belong to a database. */
export async function noteDatabaseOfFiles(root: string, firstReleaseAt: Date): Promise<void> {
  const text = firstReleaseAt.toISOString();
  if ((await readNote(root)) !== text) await replaceFile(fileIn(root), text);
}

async function readNote(root: string): Promise<string | null> {
  try {
    return await readFile(fileIn(root), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
