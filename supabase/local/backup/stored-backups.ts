import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import { copyDurably } from './copy-folder.ts';

const factsSchema = z.object({
  /** ISO 8601, UTC: everything committed before is in the backup. */
  madeAt: z.string(),
  /** Of Undercurrent. */
  version: z.string(),
  accounts: z.number(),
  tracks: z.number(),
});
export type BackupFacts = z.infer<typeof factsSchema>;

/** Bytes of each stored file by its version, which is its name. */
export type FileSizes = ReadonlyMap<string, number>;

/**
 * A folder of backups. Stored files are kept once, in `files/`, because they never change; a backup lists those that it
 * needs. A backup with its final name is complete.
 */
export interface StoredBackups {
  readonly folder: string;
  /** Creates the folder if need be, and notes whose backups are in it. False if they are another installation's. @param id of this installation */
  claim(id: string): Promise<boolean>;
  /** Names, oldest first. */
  names(): Promise<string[]>;
  pathOf(name: string): string;
  /** @throws StartError */
  read(name: string): Promise<{ facts: BackupFacts; files: FileSizes }>;
  filePath(version: string): string;
  /** Adds a file, unless it is there. Null if there is no file to add. */
  addFile(version: string, source: string): Promise<{ bytes: number; isNew: boolean } | null>;
  /** Removes all but the newest backups, and the files that only the removed ones list. Returns the removed names. */
  prune(kept: number): Promise<string[]>;
}

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d{3})?Z$/;
export const nameAt = (time: Date) => time.toISOString().replace(/[:.]/g, '-');

export function openStoredBackups(folder: string): StoredBackups {
  const filesDir = join(folder, 'files');
  const pathOf = (name: string) => join(folder, name);
  const filePath = (version: string) => join(filesDir, version.slice(0, 2), version);
  const names = async () => (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const read: StoredBackups['read'] = async (name) => {
    try {
      const [facts, files] = await Promise.all(
        ['backup.json', 'files.json'].map(async (file): Promise<unknown> => {
          return JSON.parse(await readFile(join(pathOf(name), file), 'utf8'));
        }),
      );
      return {
        facts: factsSchema.parse(facts),
        files: new Map(z.array(z.tuple([z.string(), z.number()])).parse(files)),
      };
    } catch (error) {
      throw new StartError(`The backup ${pathOf(name)} cannot be read. Use an earlier one of the same folder.`, {
        cause: error,
      });
    }
  };
  return {
    folder,
    async claim(id) {
      const file = join(folder, 'installation');
      await mkdir(filesDir, { recursive: true, mode: 0o700 });
      if (!existsSync(file)) await writeFile(file, id, { mode: 0o600, flush: true });
      return (await readFile(file, 'utf8')) === id;
    },
    names,
    pathOf,
    read,
    filePath,
    async addFile(version, source) {
      const path = filePath(version);
      const isNew = !existsSync(path);
      if (isNew) {
        await mkdir(join(filesDir, version.slice(0, 2)), { recursive: true, mode: 0o700 });
        const incoming = `${path}.incoming`;
        if (!(await copyDurably(source, incoming))) return null;
        await rename(incoming, path);
        await syncFolder(join(filesDir, version.slice(0, 2)));
      }
      return { bytes: (await stat(path)).size, isNew };
    },
    async prune(kept) {
      const all = await names();
      const removed = all.slice(0, Math.max(0, all.length - kept));
      if (removed.length === 0) return [];
      const needed = new Set<string>();
      for (const name of all.slice(removed.length))
        for (const version of (await read(name)).files.keys()) needed.add(version);
      for (const name of removed) await rm(pathOf(name), { recursive: true });
      for (const prefix of await readdir(filesDir)) {
        for (const version of await readdir(join(filesDir, prefix)))
          if (!needed.has(version)) await rm(join(filesDir, prefix, version));
      }
      return removed;
    },
  };
}
