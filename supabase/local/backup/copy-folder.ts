import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies what is in a folder. Files that vanish meanwhile are left out.
 *
 * @param isCopied decides by the path in the folder, with slashes, which ends with one if it is a folder's
 */
export async function copyFolder(
  from: string,
  to: string,
  isCopied: (path: string) => boolean,
  at = '',
): Promise<void> {
  await mkdir(join(to, at), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, at), { withFileTypes: true })) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (!isCopied(entry.isDirectory() ? `${path}/` : path)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, isCopied, path);
    else if (entry.isFile()) await copyDurably(join(from, path), join(to, path));
  }
}

/** Whether there was a file to copy. The copy is on the disk once this resolves. */
export async function copyDurably(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
