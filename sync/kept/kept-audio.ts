import type { KeptDoor, KeptState, TrackView } from '../api.ts';
import type { LiveValue } from '../overlay/live.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { fetchWhole } from './fetch-whole.ts';
import { openKeptStore } from './kept-store.ts';
import { retryDelayMs } from '../core/retry.ts';

/** Tracks that stay because they were played (S-34). */
export const PLAYED_LIMIT = 20;
/** A played track is kept only while more than this share of the quota stays free. */
const FREE_SHARE = 0.1;
/** Fetched at once of what the person asked for. */
const AT_ONCE = 2;
/** After this long, what another page was fetching is looked at again, in milliseconds. */
const ELSEWHERE_MS = 30_000;

export interface KeptEnvironment {
  fetch: typeof globalThis.fetch;
  caches: CacheStorage | null;
  cacheName: string;
  storage: { estimate: () => Promise<StorageEstimate>; persist?: () => Promise<boolean> };
  /** Keep two pages from fetching the same track; null where Web Locks are missing. */
  locks: Pick<LockManager, 'request'> | null;
  index: {
    all(): Promise<KeptRecord[]>;
    get(trackId: string): Promise<KeptRecord | undefined>;
    put(records: readonly KeptRecord[]): Promise<void>;
    delete(trackId: string): Promise<void>;
  };
  track(id: string): Promise<TrackView | null>;
  now(): number;
  random(): number;
  /** The browser was asked to save data: only what the person asks for in this visit is fetched (SY-23). */
  saveData(): boolean;
}

export interface KeptAudio extends Omit<KeptDoor, 'states'> {
  /** What the index on the disk says now; another tab may have changed it. */
  setIndex(index: readonly KeptRecord[]): void;
  /** The network is back, as far as anybody can tell. */
  resume(): void;
  close(): void;
}

interface Fetching {
  abort: AbortController;
  asked: boolean;
  received: number;
  total: number | null;
  /** Bytes that were found free for it. */
  granted: number;
  done: Promise<void>;
}

type Outcome = 'kept' | 'gone' | 'elsewhere' | 'network' | 'full' | 'missing';

/**
 * Audio on the device (S-34). The index says what is here, what is wanted and why; what is wanted is fetched in turn, in this
 * visit or a later one.
 */
export function openKeptAudio(
  states: LiveValue<ReadonlyMap<string, KeptState>>,
  environment: KeptEnvironment,
): KeptAudio {
  const { index } = environment;
  const store = openKeptStore(environment.caches, environment.cacheName, environment.storage);
  let records = new Map<string, KeptRecord>();
  let setReady = () => {};
  /** Nothing is decided before the index has been read once and compared with the cache. */
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  let isOpen = false;
  let isClosed = false;
  const running = new Map<string, Fetching>();
  const failed = new Map<string, 'full' | 'missing' | 'broken'>();
  /** Asked for in this visit, the single ones first. */
  const urgent = new Map<string, 'single' | 'group'>();
  const leaving = new Set<string>();
  const elsewhere = new Map<string, ReturnType<typeof setTimeout>>();
  const tries = new Map<string, number>();
  /** No network was found; nothing is tried before the timer or a sign of it. */
  let cutOff: { failures: number; timer: ReturnType<typeof setTimeout> | null } = { failures: 0, timer: null };
  let hasAskedToPersist = false;
  const watchers = new Set<() => void>();

  const stateOf = (record: KeptRecord): KeptState | null => {
    const { trackId, bytes, asked, usedAt } = record;
    if (bytes !== null) return { kind: 'kept', bytes, asked, usedAt };
    const fetching = running.get(trackId);
    if (fetching) return { kind: 'fetching', receivedBytes: fetching.received, totalBytes: fetching.total };
    if (!asked) return null;
    const reason = failed.get(trackId);
    if (reason) return { kind: 'failed', reason };
    const isHeld = environment.saveData() && !urgent.has(trackId);
    return { kind: 'waiting', reason: isHeld ? 'data' : cutOff.timer ? 'network' : 'turn' };
  };

  const publish = () => {
    if (isClosed) return;
    states.set(
      new Map(
        [...records.values()].flatMap((record) => {
          const state = stateOf(record);
          return state ? [[record.trackId, state] as const] : [];
        }),
      ),
    );
    for (const look of [...watchers]) look();
  };

  const save = async (...changed: KeptRecord[]) => {
    await index.put(changed);
    for (const record of changed) records.set(record.trackId, record);
    publish();
  };

  const drop = async (record: KeptRecord) => {
    records.delete(record.trackId);
    failed.delete(record.trackId);
    publish();
    await index.delete(record.trackId);
    if (record.url !== '') await store.delete(record.url);
  };

  /** Played tracks, the longest unused first. */
  const played = () =>
    [...records.values()]
      .filter((record) => !record.asked && record.bytes !== null)
      .sort((a, b) => a.usedAt - b.usedAt);

  const trim = async () => {
    const surplus = played();
    for (const record of surplus.slice(0, Math.max(0, surplus.length - PLAYED_LIMIT))) await drop(record);
  };

  /** False when it cannot fit. What was only played leaves for it, as little as possible (S-34). */
  const makeRoom = async (fetching: Fetching, bytes: number): Promise<boolean> => {
    const room = await store.room();
    if (!room) return true;
    let missing = bytes + (fetching.asked ? 0 : room.quota * FREE_SHARE) - room.free;
    for (const { granted } of running.values()) missing += granted;
    const surplus = played();
    if (missing > surplus.reduce((sum, record) => sum + (record.bytes ?? 0), 0)) return false;
    fetching.granted = bytes;
    for (const record of surplus) {
      if (missing <= 0) break;
      missing -= record.bytes ?? 0;
      await drop(record);
    }
    return true;
  };

  const bring = async (trackId: string, fetching: Fetching): Promise<Outcome> => {
    const { signal } = fetching.abort;
    const wanted = await index.get(trackId);
    // Taken back in another page.
    if (fetching.asked && !wanted) return 'gone';
    if (wanted && wanted.bytes !== null) return 'kept';
    const track = await environment.track(trackId);
    if (!track) return 'missing';
    fetching.total = track.audio_bytes || null;
    if (!(await makeRoom(fetching, track.audio_bytes))) return 'full';
    if (signal.aborted) return 'gone';
    const url = track.audioSrc;
    const base = { usedAt: environment.now(), ...wanted, trackId, url };
    await save({ ...base, bytes: null, asked: fetching.asked });
    const onProgress = (received: number, total: number | null) => {
      fetching.received = received;
      fetching.total = total ?? fetching.total;
      publish();
    };
    const fetched = await fetchWhole(
      environment.fetch,
      url,
      signal,
      onProgress,
      wanted?.isSecond ? 'reload' : 'default',
    );
    if (signal.aborted) return 'gone';
    if (fetched.kind === 'failed') return fetched.reason;
    for (let stored = false; !stored;) {
      try {
        await store.put(url, fetched.audio);
        stored = true;
      } catch {
        const [oldest] = fetching.asked ? played() : [];
        if (!oldest) return 'full';
        await drop(oldest);
      }
    }
    if (signal.aborted) return 'gone';
    await save({ ...base, bytes: fetched.audio.body.size, asked: fetching.asked, usedAt: environment.now() });
    return 'kept';
  };

  const locked = async (trackId: string, work: () => Promise<Outcome>): Promise<Outcome> => {
    if (!environment.locks) return work();
    const name = `${environment.cacheName}:${trackId}`;
    return environment.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : 'elsewhere'));
  };

  const settle = async (trackId: string, { asked, abort }: Fetching, outcome: Outcome) => {
    const record = records.get(trackId);
    if (outcome === 'kept') {
      tries.delete(trackId);
      cutOff.failures = 0;
      await trim();
    } else if (outcome === 'elsewhere') {
      const look = () => elsewhere.delete(trackId) && pump();
      elsewhere.set(trackId, setTimeout(look, ELSEWHERE_MS));
    } else if (abort.signal.aborted || !asked) {
      // Who aborted it says what becomes of the wish.
      if (record && !record.asked && record.bytes === null) await drop(record);
    } else if (outcome === 'network') {
      tries.set(trackId, (tries.get(trackId) ?? 0) + 1);
      cutOff.failures += 1;
      cutOff.timer ??= setTimeout(tryAgain, retryDelayMs(cutOff.failures + 2, environment.random()));
    } else if (outcome !== 'gone') failed.set(trackId, outcome);
    else if (record?.bytes === null) {
      records.delete(trackId);
    }
  };

  const start = (trackId: string, asked: boolean): Promise<void> => {
    const fetching: Fetching = {
      abort: new AbortController(),
      asked,
      received: 0,
      granted: 0,
      total: null,
      done: Promise.resolve(),
    };
    running.set(trackId, fetching);
    fetching.done = locked(trackId, () => bring(trackId, fetching))
      // The disk said no to the index itself.
      .catch((): Outcome => 'full')
      .then((outcome) => settle(trackId, fetching, outcome))
      .catch(() => undefined)
      .then(() => {
        running.delete(trackId);
        publish();
        pump();
      });
    return fetching.done;
  };

  /** What comes next: single ones before groups, what failed less often first, then in the order of asking. */
  const next = (): KeptRecord | undefined => {
    const rank = ({ trackId }: KeptRecord) =>
      (urgent.get(trackId) === 'single' ? 0 : 1e6) + (tries.get(trackId) ?? 0) * 1e3;
    return [...records.values()]
      .filter(
        ({ trackId, asked, bytes }) =>
          asked &&
          bytes === null &&
          !running.has(trackId) &&
          !failed.has(trackId) &&
          !elsewhere.has(trackId) &&
          !leaving.has(trackId) &&
          (urgent.has(trackId) || !environment.saveData()),
      )
      .sort((a, b) => rank(a) - rank(b) || a.usedAt - b.usedAt)[0];
  };

  const pump = () => {
    while (isOpen && !isClosed && !cutOff.timer && [...running.values()].filter((one) => one.asked).length < AT_ONCE) {
      const record = next();
      if (!record) break;
      void start(record.trackId, true);
    }
    publish();
  };

  const tryAgain = () => {
    if (cutOff.timer) clearTimeout(cutOff.timer);
    cutOff = { ...cutOff, timer: null };
    pump();
  };

  /** Compares index and cache: a browser may throw away one file, and a crash leaves files that nobody knows of. */
  const compare = async () => {
    const urls = await store.urls();
    const all = await index.all();
    const known = new Set(all.flatMap(({ url }) => (url === '' ? [] : new URL(url).href)));
    records = new Map(all.map((record) => [record.trackId, record]));
    for (const url of urls) if (!known.has(url)) await store.delete(url);
    for (const record of all) {
      const isHere = record.bytes !== null && urls.has(new URL(record.url).href);
      if (isHere || (record.asked && record.bytes === null)) continue;
      if (record.asked) await save({ ...record, bytes: null });
      else await drop(record);
    }
  };

  const lookAgain = (trackId: string) => {
    clearTimeout(elsewhere.get(trackId));
    elsewhere.delete(trackId);
  };

  /** Puts the wish on the disk. */
  const want = async (trackIds: readonly string[], how: 'single' | 'group') => {
    if (!hasAskedToPersist) {
      hasAskedToPersist = true;
      // The browser may ask the person or refuse; keeping does not depend on it (SY-22).
      environment.storage.persist?.().catch(() => false);
    }
    await ready;
    const now = environment.now() - trackIds.length;
    const wishes = [...new Set(trackIds)].flatMap((trackId, at): KeptRecord[] => {
      failed.delete(trackId);
      lookAgain(trackId);
      urgent.set(trackId, how);
      const fetching = running.get(trackId);
      if (fetching) fetching.asked = true;
      const known = records.get(trackId);
      if (!known) return [{ trackId, url: '', bytes: null, asked: true, usedAt: now + at }];
      const { isSecond, ...rest } = known;
      return known.asked && !isSecond ? [] : [{ ...rest, asked: true }];
    });
    if (wishes.length > 0)
      await save(...wishes).catch(() => {
        // Not even the wish has room.
        for (const wish of wishes) {
          records.set(wish.trackId, wish);
          if (wish.bytes === null) failed.set(wish.trackId, 'full');
        }
      });
    tryAgain();
  };

  const isSettled = (trackId: string) => {
    const state = states.get().get(trackId);
    if (state?.kind === 'waiting') return state.reason !== 'turn';
    return state?.kind !== 'fetching';
  };

  const forget = async (trackIds: readonly string[], isMeant: (record: KeptRecord) => boolean) => {
    await ready;
    const meant = trackIds.filter((trackId) => {
      const record = records.get(trackId);
      return running.has(trackId) || (record && isMeant(record));
    });
    for (const trackId of meant) {
      leaving.add(trackId);
      urgent.delete(trackId);
      running.get(trackId)?.abort.abort();
    }
    for (const trackId of meant) {
      await running.get(trackId)?.done;
      const record = records.get(trackId);
      if (record && isMeant(record)) await drop(record);
      leaving.delete(trackId);
    }
    publish();
  };

  return {
    setIndex(all) {
      records = new Map(all.map((record) => [record.trackId, record]));
      for (const trackId of elsewhere.keys()) lookAgain(trackId);
      publish();
      if (isOpen) return pump();
      // A device that refuses the cache keeps nothing, and says so when it is asked to.
      void compare()
        .catch(() => undefined)
        .then(() => {
          isOpen = true;
          setReady();
          pump();
        });
    },
    async keep(trackId) {
      await want([trackId], 'single');
      if (isSettled(trackId)) return;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!isSettled(trackId)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
      });
    },
    keepAll: (trackIds) => want(trackIds, 'group'),
    async keepPlayed(trackId) {
      await ready;
      const fetching = running.get(trackId);
      if (fetching) return fetching.done;
      const known = records.get(trackId);
      if (known?.bytes !== undefined && known.bytes !== null) {
        const isHere = await store.has(known.url);
        if (isHere) return save({ ...known, usedAt: environment.now() });
        await (known.asked ? save({ ...known, bytes: null }) : drop(known));
      }
      if (known?.asked) return pump();
      if (!environment.saveData()) await start(trackId, false);
    },
    cancelAll: (trackIds) => forget(trackIds, (record) => record.bytes === null),
    remove: (trackId) => forget([trackId], () => true),
    removeAll: (trackIds) => forget(trackIds, () => true),
    async reportBroken(trackId) {
      await ready;
      const record = records.get(trackId);
      if (!record || record.bytes === null) return false;
      if (!record.asked) {
        await drop(record);
        return true;
      }
      if (record.isSecond) failed.set(trackId, 'broken');
      urgent.set(trackId, 'single');
      await store.delete(record.url);
      await save({ ...record, bytes: null, isSecond: true });
      pump();
      return true;
    },
    resume: () => {
      cutOff.failures = 0;
      if (cutOff.timer) tryAgain();
    },
    close() {
      isClosed = true;
      if (cutOff.timer) clearTimeout(cutOff.timer);
      for (const trackId of elsewhere.keys()) lookAgain(trackId);
      for (const { abort } of running.values()) abort.abort();
    },
  };
}
