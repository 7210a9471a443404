import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/** Reads the database's record of blobs. */
export interface BlobRows {
  /** When the database was made. The sweep keeps older blobs, because the database cannot know them. Null keeps all. */
  madeAt(): Promise<Date | null>;
  /** Those of `versions` that have a row. */
  findReferenced(versions: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface BlobStore {
  /** Path for a file that is being received, on the same disk as the blobs, so that it can be renamed into place. */
  incomingPath(id: string): string;
  path(version: string): string;
  /** Moves a received file into place. Durable once it resolves. */
  store(file: string, version: string): Promise<void>;
  /** Moves a stored file back to where it was received. */
  undoStore(version: string, file: string): Promise<void>;
  /** Removes the blob. While blobs are held, does nothing: a later sweep removes the blob. */
  remove(version: string): Promise<void>;
  /** Removes incoming files, and blobs without a row, that are older than `ageMs`. Keeps all blobs while they are held. */
  sweep(ageMs: number, rows: BlobRows): Promise<void>;
}

/** Opens the store in a folder. @param areHeld whether all blobs must stay at present, because a backup is being made */
export async function openBlobStore(root: string, areHeld: () => Promise<boolean>): Promise<BlobStore> {
  const objects = join(root, 'objects');
  const incoming = join(root, 'incoming');
  for (const dir of [objects, incoming]) await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = (version: string) => join(objects, version.slice(0, 2), version);
  return {
    path,
    incomingPath: (id) => join(incoming, id),
    async store(file, version) {
      const handle = await open(file, 'r+');
      try {
        // Resets the age, so that the sweep does not delete the file before its row is written.
        const now = new Date();
        await handle.utimes(now, now);
        await handle.sync();
      } finally {
        await handle.close();
      }
      const folder = join(objects, version.slice(0, 2));
      const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(file, path(version));
      // A rename is durable once its folder is synced.
      for (const dir of createdFolder === undefined ? [folder] : [folder, objects]) await syncFolder(dir);
    },
    undoStore: (version, file) => rename(path(version), file),
    async remove(version) {
      if (!(await areHeld())) await rm(path(version), { force: true });
    },
    async sweep(ageMs, { madeAt, findReferenced }) {
      const cutoff = Date.now() - ageMs;
      for (const name of await readdir(incoming)) await removeIfBetween(join(incoming, name), 0, cutoff);
      const since = await madeAt();
      if (since === null || (await areHeld())) return;
      for (const prefix of await readdir(objects)) {
        const versions = await readdir(join(objects, prefix));
        const referenced = await findReferenced(versions);
        for (const version of versions)
          if (!referenced.has(version)) await removeIfBetween(path(version), since.getTime(), cutoff);
      }
    },
  };
}

async function removeIfBetween(file: string, sinceMs: number, beforeMs: number): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats && stats.mtimeMs >= sinceMs && stats.mtimeMs < beforeMs) await rm(file, { force: true });
}
