import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { causeTexts } from '../postgres/explain-failure.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import type { BackupPlace, PlacedObject } from './backup-place.ts';
import { codeOf, isMissing } from './copy-folder.ts';

/** Suffix of files that are still being written. A crash may leave one; the next write of the same object replaces it. */
const INCOMING = '.incoming';

export function openFolderPlace(folder: string): BackupPlace {
  const pathOf = (key: string) => join(folder, key);
  return {
    name: folder,
    list: (prefix) => withExplainedErrors(folder, () => listFiles(folder, prefix)),
    get: (key) =>
      withExplainedErrors(folder, async () => {
        try {
          return await readFile(pathOf(key));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    put: (key, content) =>
      withExplainedErrors(folder, async () => {
        const incoming = `${pathOf(key)}${INCOMING}`;
        await write(incoming, content, 'w');
        await rename(incoming, pathOf(key));
        await syncFolder(dirname(pathOf(key)));
      }),
    create: (key, content) =>
      withExplainedErrors(folder, async () => {
        try {
          await write(pathOf(key), content, 'wx');
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error;
          // A crash can have left the file empty.
          if ((await stat(pathOf(key))).size === 0) await write(pathOf(key), content, 'w');
        }
        await syncFolder(dirname(pathOf(key)));
      }),
    remove: (key) => withExplainedErrors(folder, () => rm(pathOf(key), { force: true })),
  };
}

async function write(path: string, content: Uint8Array, flags: 'w' | 'wx'): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, flags, 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listFiles(folder: string, prefix: string): Promise<Map<string, PlacedObject>> {
  const found = new Map<string, PlacedObject>();
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true }).catch(emptyWhenMissing)) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) for (const pair of await listFiles(folder, `${key}/`)) found.set(...pair);
    if (!entry.isFile() || key.endsWith(INCOMING)) continue;
    const { size, mtime } = await stat(join(folder, key));
    found.set(key, { bytes: size, changedAt: mtime });
  }
  return found;
}

function emptyWhenMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

/** Turns errors of the disk that the operator can fix into StartErrors. */
async function withExplainedErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartError(causeTexts.noRoomForBackup(folder), { cause: error });
    if (code === 'EROFS') throw new StartError(causeTexts.readOnly(folder), { cause: error });
    if (code === 'EACCES' || code === 'EPERM') throw new StartError(causeTexts.notAllowed(folder), { cause: error });
    if (code === 'ENOTDIR') throw new StartError(`${folder} is not a folder.`, { cause: error });
    throw error;
  }
}
