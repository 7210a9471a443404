import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
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
    else if (entry.isFile()) await copyPresent(join(from, path), join(to, path));
  }
}

/** Copies a file if it is there. */
export async function copyPresent(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** The paths in a folder, with slashes. Those of folders end with one. */
export async function pathsIn(folder: string, at = ''): Promise<string[]> {
  const paths: string[] = [];
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    if (entry.isDirectory()) paths.push(`${at}${entry.name}/`, ...(await pathsIn(folder, `${at}${entry.name}/`)));
    else if (entry.isFile()) paths.push(`${at}${entry.name}`);
  }
  return paths;
}

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
export const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
