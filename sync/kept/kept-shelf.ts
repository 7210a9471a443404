import { storageState, toStorageFailure } from '../core/storage-failure.ts';
import type { KeptRecord } from '../outbox/database.ts';
import type { FetchedAudio } from './fetch-whole.ts';

/** Tracks that stay because they were played (S-34). */
export const PLAYED_LIMIT = 20;
/** A played track is kept only while more than this share of the quota stays free. */
const FREE_SHARE = 0.1;

export interface ShelfEnvironment {
  caches: CacheStorage | null;
  cacheName: string;
  storage: { estimate: () => Promise<StorageEstimate> };
  index: {
    all(): Promise<KeptRecord[]>;
    get(trackId: string): Promise<KeptRecord | undefined>;
    put(records: readonly KeptRecord[]): Promise<void>;
    delete(trackId: string): Promise<void>;
  };
}

/** Whole files in a cache of one owner, under their public address, and the index that says what they are and why. */
export interface KeptShelf {
  readonly records: ReadonlyMap<string, KeptRecord>;
  /** The index on the disk says this now; another tab may have changed it. */
  setIndex(all: readonly KeptRecord[]): void;
  save(...changed: KeptRecord[]): Promise<void>;
  /** In this page alone. */
  remember(record: KeptRecord): void;
  forget(trackId: string): void;
  drop(record: KeptRecord): Promise<void>;
  /** Takes the file away and keeps the record. */
  dropFile(record: KeptRecord): Promise<void>;
  /** Of a file that is not here any more, although nobody here took it away. */
  isLost(record: KeptRecord): Promise<boolean>;
  /**
   * Puts a file in; what was only played leaves for one that was asked for, the longest unused first. False when it is full.
   * @throws when the browser refuses it for another reason
   */
  put(url: string, audio: FetchedAudio, asked: boolean): Promise<boolean>;
  /** Makes room before a file is fetched, as little as possible. False when it cannot fit. */
  makeRoom(bytes: number, asked: boolean): Promise<boolean>;
  /** Lets the longest unused of too many played tracks go. */
  trim(): Promise<void>;
  /** Compares index and cache: a browser may throw away one file, and a crash leaves files that nobody knows of. */
  compare(): Promise<void>;
  /** No file is put in, read or dropped from now on: whoever opens a cache that was deleted makes it anew. */
  close(): void;
}

/** @param onChange after each change of `records` */
export function openKeptShelf(environment: ShelfEnvironment, onChange: () => void): KeptShelf {
  const { index } = environment;
  let records = new Map<string, KeptRecord>();
  let isClosed = false;

  const open = async () => {
    if (isClosed) throw new Error('the shelf is closed');
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

  const drop = async (record: KeptRecord) => {
    records.delete(record.trackId);
    onChange();
    await index.delete(record.trackId);
    await dropFile(record);
  };

  /** Played tracks, the longest unused first. */
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
    isLost: async ({ url }) => (await (await open()).match(url, { ignoreVary: true })) === undefined,

    async put(url, audio, asked) {
      const headers = {
        'content-type': audio.type,
        'content-length': String(audio.body.size),
        'accept-ranges': 'bytes',
        ...audio.validators,
      };
      for (;;) {
        try {
          // The plain 200 that the service worker cuts ranges from.
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
      // The browser does not say: the attempt will.
      if (quota === undefined || usage === undefined) return true;
      let missing = bytes + (asked ? 0 : quota * FREE_SHARE) - (quota - usage);
      const surplus = played();
      if (missing > surplus.reduce((sum, record) => sum + (record.bytes ?? 0), 0)) return false;
      for (const record of surplus) {
        if (missing <= 0) break;
        missing -= record.bytes ?? 0;
        await drop(record);
      }
      return true;
    },

    async trim() {
      const surplus = played();
      for (const record of surplus.slice(0, Math.max(0, surplus.length - PLAYED_LIMIT))) await drop(record);
    },

    async compare() {
      // Opening it would make it, and whoever looks for a file looks in every cache there is.
      const cache = (await environment.caches?.has(environment.cacheName)) ? await open() : null;
      const urls = new Set(((await cache?.keys()) ?? []).map((request) => request.url));
      const all = await index.all();
      const known = new Set(all.flatMap(({ url }) => (url === '' ? [] : new URL(url).href)));
      setIndex(all);
      for (const url of urls) if (!known.has(url)) await cache?.delete(url);
      for (const record of all) {
        const isHere = record.bytes !== null && urls.has(new URL(record.url).href);
        if (isHere || (record.asked && record.bytes === null)) continue;
        if (record.asked) await save({ ...record, bytes: null });
        else await drop(record);
      }
    },

    close() {
      isClosed = true;
    },
  };
}
