import { createHash } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { BackupPlace, PlacedObject } from './backup-place.ts';
import { isMissing } from './copy-folder.ts';

/** Size of each part of a file but the last. It bounds the memory, and how much a retried request sends again. */
const PART_BYTES = 8 * 1024 * 1024;
/** Files that are read or written at the same time. */
const AT_ONCE = 4;
export const PARTS = 'parts/';
const PART_KEY = /^parts\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** A file of a backup. Its parts are named by their SHA-256, so that equal parts are stored once. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly parts: readonly string[];
}

export interface PartStore {
  /**
   * Stores those parts of a file that the place lacks. Null if there is no file.
   *
   * @param earlier the file in an earlier backup, if it never changes. Not read again if its size is the same and no part is missing
   */
  add(path: string, source: string, earlier: ListedFile | undefined): Promise<ListedFile | null>;
  /** Bytes of parts that the place lacked. */
  newBytes(): number;
}

/** The hash in the key of a part; undefined for other objects, which are not ours. */
export const hashOfKey = (key: string) => PART_KEY.exec(key)?.[1];
const keyOf = (hash: string) => `${PARTS}${hash.slice(0, 2)}/${hash}`;
const hashOf = (part: Uint8Array) => createHash('sha256').update(part).digest('hex');

export async function openPartStore(place: BackupPlace): Promise<PartStore> {
  const known = sizesOf(await place.list(PARTS));
  let newBytes = 0;
  return {
    async add(path, source, earlier) {
      const handle = await openPresent(source);
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        if (earlier?.bytes === size && isComplete(earlier, known)) return earlier;
        const parts: string[] = [];
        let bytes = 0;
        for await (const part of partsOf(handle, size)) {
          const hash = hashOf(part);
          parts.push(hash);
          bytes += part.length;
          // A stored part of another size was cut off: replace it.
          if (known.get(keyOf(hash)) === part.length) continue;
          known.set(keyOf(hash), part.length);
          newBytes += part.length;
          await place.put(keyOf(hash), part);
        }
        return { path, bytes, parts };
      } finally {
        await handle.close();
      }
    },
    newBytes: () => newBytes,
  };
}

/** Paths of the files whose parts in the place are missing or do not add up to the file's size. */
export async function findIncomplete(place: BackupPlace, files: readonly ListedFile[]): Promise<string[]> {
  const stored = await place.list(PARTS);
  const sizes = sizesOf(stored);
  return files.filter((file) => !isComplete(file, sizes)).map(({ path }) => path);
}

/** Sizes of the objects in bytes, by key. */
const sizesOf = (objects: ReadonlyMap<string, PlacedObject>) =>
  new Map([...objects].map(([key, { bytes }]) => [key, bytes]));

function isComplete({ bytes, parts }: ListedFile, sizes: ReadonlyMap<string, number>): boolean {
  let sum = 0;
  for (const hash of parts) sum += sizes.get(keyOf(hash)) ?? Number.NaN;
  return sum === bytes;
}

/**
 * Writes files of a backup into a folder, and checks each part.
 *
 * @param isDurable flushes each file to the disk; a throwaway folder does not need it
 * @throws StartError if a part is missing or changed
 */
export async function writeFiles(
  place: BackupPlace,
  files: readonly ListedFile[],
  folder: string,
  isDurable: boolean,
): Promise<void> {
  await forEachAtOnce(files, async ({ path, parts }) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const handle = await open(target, 'wx', 0o600);
    try {
      for (const hash of parts) {
        const part = await place.get(keyOf(hash));
        if (!part || hashOf(part) !== hash) {
          throw new StartError(
            `A part of ${path} in the backup is ${part ? 'changed' : 'missing'} (${keyOf(hash)} in ${place.name}). Try an earlier backup.`,
          );
        }
        await handle.writeFile(part);
      }
      if (isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

/** Runs `work` for each item, a few at once. After a failure no further item begins. */
export async function forEachAtOnce<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !hasFailed; next = queue.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // Wait for all, so that nothing is still written after a failure.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function openPresent(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function* partsOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(Math.min(PART_BYTES, Math.max(size, 1)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled > 0) yield buffer.subarray(0, filled);
    if (filled < buffer.length) return;
  }
}
