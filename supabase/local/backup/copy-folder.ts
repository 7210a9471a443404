import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies the files and folders in a folder, without symbolic links. Files that vanish meanwhile are left out.
 *
 * @param isCopied gets each path relative to `from`, with slashes; the path of a folder ends with one
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

/** The paths of the files and folders in a folder, relative to it, with slashes. The path of a folder ends with one. */
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

/** Size of the files in a folder; 0 if there is none. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of await pathsIn(folder)) bytes += (await lstat(join(folder, path)).catch(() => null))?.size ?? 0;
  return bytes;
}

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
export const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
