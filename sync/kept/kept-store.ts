import { storageState, toStorageFailure } from '../core/storage-failure.ts';
import type { KeptRecord } from '../outbox/database.ts';
import type { FetchedAudio } from './fetch-whole.ts';

/** Limit of tracks that are kept only because they were played (S-34). */
export const PLAYED_LIMIT = 20;
/** Played tracks must leave this share of the quota free. */
const FREE_SHARE = 0.1;

export interface KeptStoreEnvironment {
  caches: CacheStorage | null;
  cacheName: string;
  storage: { estimate: () => Promise<StorageEstimate> };
  index: {
    all(): Promise<KeptRecord[]>;
    get(trackId: string): Promise<KeptRecord | undefined>;
    put(records: readonly KeptRecord[]): Promise<void>;
    delete(trackIds: readonly string[]): Promise<void>;
  };
}

/** The stored files and their index. */
export interface KeptStore {
  readonly records: ReadonlyMap<string, KeptRecord>;
  setIndex(all: readonly KeptRecord[]): void;
  save(...changed: KeptRecord[]): Promise<void>;
  /** Adds or replaces a record in memory only. */
  remember(record: KeptRecord): void;
  /** Removes a record from memory only. */
  forget(trackId: string): void;
  /** Deletes files and their records; of an excluded track the record stays, so that no list fetches it again. */
  drop(...dropped: readonly KeptRecord[]): Promise<void>;
  dropFile(record: KeptRecord): Promise<void>;
  /** Whether the browser has deleted the file. */
  isLost(record: KeptRecord): Promise<boolean>;
  /** Stores a file. A requested track replaces played ones. False if the storage is full. @throws if storing fails for another reason */
  put(url: string, audio: FetchedAudio, asked: boolean): Promise<boolean>;
  /** Drops as few played tracks as needed. False if the file cannot fit. */
  makeRoom(bytes: number, asked: boolean): Promise<boolean>;
  /** Drops the played tracks above the limit. */
  trim(): Promise<void>;
  /** Compares the index with the cache: the browser may have deleted a file, and a crash may have left a file without a record. */
  compare(): Promise<void>;
  /** Rejects every later use of the cache: opening a deleted cache would recreate it. */
  close(): void;
}

/** @param onChange called after each change of `records`, except by `remember` and `forget`, and once dropped files are deleted */
export function openKeptStore(environment: KeptStoreEnvironment, onChange: () => void): KeptStore {
  const { index } = environment;
  let records = new Map<string, KeptRecord>();
  let isClosed = false;

  const open = async () => {
    if (isClosed) throw new Error('the store is closed');
    if (!environment.caches) throw toStorageFailure(new Error('no cache storage'));
    return environment.caches.open(environment.cacheName);
  };

  const setIndex = (all: readonly KeptRecord[]) => {
    records = new Map(all.map((record) => [record.trackId, record]));
    onChange();
  };

  const save = async (...changed: KeptRecord[]) => {
    await index.put(changed);
    for (const record of changed) records.set(record.trackId, record);
    onChange();
  };

  const dropFile = async ({ url }: KeptRecord) => {
    if (url !== '') await (await open()).delete(url);
  };

  const drop = async (...dropped: readonly KeptRecord[]) => {
    const excluded = dropped.flatMap(({ trackId, usedAt, isExcluded }) =>
      isExcluded ? [{ trackId, url: '', bytes: null, asked: false, usedAt, isExcluded }] : [],
    );
    const forgotten = dropped.flatMap(({ trackId, isExcluded }) => (isExcluded ? [] : [trackId]));
    for (const trackId of forgotten) records.delete(trackId);
    for (const record of excluded) records.set(record.trackId, record);
    onChange();
    if (excluded.length > 0) await index.put(excluded);
    if (forgotten.length > 0) await index.delete(forgotten);
    for (const record of dropped) await dropFile(record);
    // Only now is there more room.
    onChange();
  };

  const played = () =>
    [...records.values()].filter(({ asked, bytes }) => !asked && bytes !== null).sort((a, b) => a.usedAt - b.usedAt);

  return {
    get records() {
      return records;
    },
    setIndex,
    save,
    remember: (record) => void records.set(record.trackId, record),
    forget: (trackId) => void records.delete(trackId),
    drop,
    dropFile,
    isLost: async ({ url }) => (await (await open()).match(url)) === undefined,

    async put(url, audio, asked) {
      const headers = {
        'content-type': audio.type,
        'content-length': String(audio.body.size),
        'accept-ranges': 'bytes',
        ...audio.validators,
      };
      for (;;) {
        try {
          // A plain 200, from which the service worker serves ranges.
          await (await open()).put(url, new Response(audio.body, { status: 200, headers }));
          return true;
        } catch (error) {
          if (storageState(error) !== 'full') throw error;
          const [oldest] = asked ? played() : [];
          if (!oldest) return false;
          await drop(oldest);
        }
      }
    },

    async makeRoom(bytes, asked) {
      const { quota, usage } = await environment.storage.estimate().catch((): StorageEstimate => ({}));
      // Without an estimate, storing the file shows whether it fits.
      if (quota === undefined || usage === undefined) return true;
      let missing = bytes + (asked ? 0 : quota * FREE_SHARE) - (quota - usage);
      const playedRecords = played();
      if (missing > playedRecords.reduce((sum, record) => sum + (record.bytes ?? 0), 0)) return false;
      for (const record of playedRecords) {
        if (missing <= 0) break;
        missing -= record.bytes ?? 0;
        await drop(record);
      }
      return true;
    },

    async trim() {
      const playedRecords = played();
      for (const record of playedRecords.slice(0, Math.max(0, playedRecords.length - PLAYED_LIMIT))) await drop(record);
    },

    async compare() {
      // Opening a missing cache would create it, and every lookup searches all caches.
      const cache = (await environment.caches?.has(environment.cacheName)) ? await open() : null;
      const urls = new Set(((await cache?.keys()) ?? []).map((request) => request.url));
      const all = await index.all();
      const indexedUrls = new Set(all.flatMap(({ url }) => (url === '' ? [] : new URL(url).href)));
      setIndex(all);
      for (const url of urls) if (!indexedUrls.has(url)) await cache?.delete(url);
      for (const record of all) {
        const isStored = record.bytes !== null && urls.has(new URL(record.url).href);
        if (isStored || (record.bytes === null && (record.asked || record.isExcluded))) continue;
        if (record.asked) await save({ ...record, bytes: null });
        else await drop(record);
      }
    },

    close() {
      isClosed = true;
    },
  };
}
