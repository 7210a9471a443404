import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { forEachAtOnce, hashOfKey, PARTS, type ListedFile } from './part-store.ts';

const factsSchema = z.object({
  /** ISO 8601, UTC: everything committed before is in the backup. */
  madeAt: z.string(),
  /** Version of Undercurrent that made the backup. */
  version: z.string(),
  accounts: z.number(),
  tracks: z.number(),
});
export type BackupFacts = z.infer<typeof factsSchema>;

/** A path inside the data folder: a forged list must not write elsewhere. */
const pathSchema = z.string().check(z.regex(/^(?!.*(?:^|\/)\.\.(?:\/|$))[^/\\\p{Cc}][^\\\p{Cc}]*$/u));
const listSchema = z.object({
  facts: factsSchema,
  /** Including empty folders, which PostgreSQL needs. */
  folders: z.array(pathSchema),
  files: z.array(z.tuple([pathSchema, z.number(), z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/)))])),
});

/** A backup, as its list describes it. */
export interface BackupList {
  readonly facts: BackupFacts;
  readonly folders: readonly string[];
  readonly files: readonly ListedFile[];
}

/** The backups of one installation in one place. A backup exists once its list is stored, which is written last. */
export interface StoredBackups {
  readonly place: BackupPlace;
  /** Reserves the place for an installation. @param id of the installation. @throws StartError if another has the place */
  claim(id: string): Promise<void>;
  /** Names, oldest first. */
  names(): Promise<string[]>;
  /** @throws StartError */
  read(name: string): Promise<BackupList>;
  write(name: string, list: BackupList): Promise<void>;
  /**
   * Removes all but the newest `keepCount` backups and the parts that no remaining backup lists. Does nothing if no backup is
   * to be removed. Other objects stay, and so do recent parts that were never listed: after an interrupted backup, the
   * next one uses them. Returns the removed names.
   */
  prune(keepCount: number): Promise<string[]>;
}

const CLAIM = 'installation';
const LISTS = 'backups/';
const LIST_KEY = /^backups\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.json$/;
/** A part that was never in a backup's list is removed at this age. */
const UNLISTED_MS = 24 * 3_600_000;

/** Name of a backup that is made at a time: ISO 8601 in UTC, without characters that file names cannot have. */
export const nameAt = (time: Date) => time.toISOString().replace(/[:.]/g, '-');
/** The time in a backup's name. */
export const timeOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));

export function openStoredBackups(place: BackupPlace): StoredBackups {
  const keyOf = (name: string) => `${LISTS}${name}.json`;
  const names = async () =>
    [...(await place.list(LISTS)).keys()].flatMap((key) => LIST_KEY.exec(key)?.[1] ?? []).sort();
  const read = async (name: string): Promise<BackupList> => {
    const content = await place.get(keyOf(name));
    try {
      const { facts, folders, files } = listSchema.parse(JSON.parse(Buffer.from(content ?? []).toString('utf8')));
      return { facts, folders, files: files.map(([path, bytes, parts]) => ({ path, bytes, parts })) };
    } catch (error) {
      throw new StartError(
        `The list of backup ${name} in ${place.name} is ${content ? 'damaged' : 'missing'}. Name an earlier backup: --backup NAME.`,
        { cause: error },
      );
    }
  };
  return {
    place,
    async claim(id) {
      // A crash can have left the claim empty.
      if (!(await place.get(CLAIM))?.length) await place.create(CLAIM, Buffer.from(id));
      const owner = Buffer.from((await place.get(CLAIM)) ?? []).toString('utf8');
      if (owner !== id)
        throw new StartError(
          `${place.name} has the backups of another installation. Choose another folder or prefix; nothing was changed there.`,
        );
    },
    names,
    read,
    async write(name, { facts, folders, files }) {
      const list = { facts, folders, files: files.map(({ path, bytes, parts }) => [path, bytes, parts]) };
      await place.put(keyOf(name), Buffer.from(JSON.stringify(list)));
    },
    async prune(keepCount) {
      const all = await names();
      const removed = all.slice(0, Math.max(0, all.length - keepCount));
      if (removed.length === 0) return [];
      const needed = new Set<string>();
      // Read all remaining lists before anything is removed: an unreadable one throws here.
      for (const name of all.slice(removed.length)) addParts(needed, await read(name));
      const released = new Set<string>();
      for (const name of removed) addParts(released, await read(name).catch(() => null));
      await forEachAtOnce(removed, (name) => place.remove(keyOf(name)));
      const before = Date.now() - UNLISTED_MS;
      await forEachAtOnce(await place.list(PARTS), async ([key, { changedAt }]) => {
        const hash = hashOfKey(key);
        if (hash === undefined || needed.has(hash)) return;
        if (released.has(hash) || changedAt.getTime() < before) await place.remove(key);
      });
      return removed;
    },
  };
}

function addParts(hashes: Set<string>, list: BackupList | null): void {
  for (const { parts } of list?.files ?? []) for (const hash of parts) hashes.add(hash);
}
