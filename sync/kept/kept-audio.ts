import type { KeptDoor, KeptState } from '../api.ts';
import type { TrackView } from '../view-types.ts';
import { retryDelayMs } from '../core/retry.ts';
import { storageState } from '../core/storage-failure.ts';
import type { LiveValue } from '../overlay/live.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { fetchWhole } from './fetch-whole.ts';
import { openKeptShelf, type ShelfEnvironment } from './kept-shelf.ts';

/** Fetched at once of what the person asked for. */
const AT_ONCE = 2;
/** After this long, what another page was fetching, or what this device knew nothing of, is looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;
/** A track that is not known after as many looks is not there: the replica may be arriving still. */
const LOOKS = 3;

export interface KeptEnvironment extends ShelfEnvironment {
  fetch: typeof globalThis.fetch;
  storage: { estimate: () => Promise<StorageEstimate>; persist?: () => Promise<boolean> };
  /** Keep two pages from fetching the same track; null where Web Locks are missing. */
  locks: Pick<LockManager, 'request'> | null;
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

type Outcome = 'kept' | 'gone' | 'elsewhere' | 'unknown' | 'network' | 'full' | 'missing' | 'unavailable';

/**
 * Audio on the device (S-34). The index says what is here, what is wanted and why; what is wanted is fetched in turn, in this
 * visit or a later one.
 */
export function openKeptAudio(
  states: LiveValue<ReadonlyMap<string, KeptState>>,
  environment: KeptEnvironment,
): KeptAudio {
  let setReady = () => {};
  /** Nothing is decided before the index has been read once and compared with the cache. */
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  let isOpen = false;
  let isClosed = false;
  const running = new Map<string, Fetching>();
  const failed = new Map<string, Extract<KeptState, { kind: 'failed' }>['reason']>();
  /** Asked for in this visit, the single ones first. */
  const urgent = new Map<string, 'single' | 'group'>();
  const leaving = new Set<string>();
  const postponed = new Map<string, { why: 'elsewhere' | 'unknown'; timer: ReturnType<typeof setTimeout> }>();
  const tries = new Map<string, number>();
  /** No network was found; nothing is tried before the timer or a sign of it. */
  let cutOff: { failures: number; timer: ReturnType<typeof setTimeout> | null } = { failures: 0, timer: null };
  let hasAskedToPersist = false;
  const watchers = new Set<() => void>();

  const stateOf = (record: KeptRecord): KeptState | null => {
    const { trackId, bytes, asked, usedAt } = record;
    if (bytes !== null) return { kind: 'kept', bytes, asked, usedAt };
    const fetching = running.get(trackId);
    if (fetching)
      return { kind: 'fetching', receivedBytes: fetching.received, totalBytes: fetching.total, asked: fetching.asked };
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
        [...shelf.records.values()].flatMap((record) => {
          const state = stateOf(record);
          return state ? [[record.trackId, state] as const] : [];
        }),
      ),
    );
    for (const look of [...watchers]) look();
  };

  const shelf = openKeptShelf(environment, publish);

  const drop = (record: KeptRecord) => {
    failed.delete(record.trackId);
    return shelf.drop(record);
  };

  const bring = async (trackId: string, fetching: Fetching): Promise<Outcome> => {
    const { signal } = fetching.abort;
    const wanted = await environment.index.get(trackId);
    // Taken back in another page.
    if (fetching.asked && !wanted) return 'gone';
    if (wanted && wanted.bytes !== null) return 'kept';
    const track = await environment.track(trackId);
    if (!track) return 'unknown';
    fetching.total = track.audio_bytes || null;
    const promised = [...running.values()].reduce((sum, { granted }) => sum + granted, 0);
    fetching.granted = track.audio_bytes;
    if (!(await shelf.makeRoom(track.audio_bytes + promised, fetching.asked))) return 'full';
    if (signal.aborted) return 'gone';
    const url = track.audioSrc;
    const base = { usedAt: environment.now(), ...wanted, trackId, url };
    await shelf.save({ ...base, bytes: null, asked: fetching.asked });
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
    if (!(await shelf.put(url, fetched.audio, fetching.asked))) return 'full';
    if (signal.aborted) return 'gone';
    await shelf.save({ ...base, bytes: fetched.audio.body.size, asked: fetching.asked, usedAt: environment.now() });
    return 'kept';
  };

  const locked = async (trackId: string, work: () => Promise<Outcome>): Promise<Outcome> => {
    if (!environment.locks) return work();
    const name = `${environment.cacheName}:${trackId}`;
    return environment.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : 'elsewhere'));
  };

  const postpone = (trackId: string, why: 'elsewhere' | 'unknown') => {
    const look = () => postponed.delete(trackId) && pump();
    postponed.set(trackId, { why, timer: setTimeout(look, LOOK_AGAIN_MS) });
  };

  const settle = async (trackId: string, { asked, abort }: Fetching, outcome: Outcome) => {
    const record = shelf.records.get(trackId);
    if (outcome === 'kept') {
      tries.delete(trackId);
      cutOff.failures = 0;
      await shelf.trim();
    } else if (outcome === 'elsewhere') {
      postpone(trackId, outcome);
    } else if (abort.signal.aborted || !asked) {
      // Who aborted it says what becomes of the wish.
      if (record && !record.asked && record.bytes === null) await drop(record);
    } else if (outcome === 'network') {
      tries.set(trackId, (tries.get(trackId) ?? 0) + 1);
      cutOff.failures += 1;
      cutOff.timer ??= setTimeout(tryAgain, retryDelayMs(cutOff.failures + 2, environment.random()));
    } else if (outcome === 'unknown') {
      const looks = (tries.get(trackId) ?? 0) + 1;
      tries.set(trackId, looks);
      if (looks < LOOKS) postpone(trackId, outcome);
      else failed.set(trackId, 'missing');
    } else if (outcome !== 'gone') failed.set(trackId, outcome);
    else if (record?.bytes === null) {
      shelf.forget(trackId);
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
      // The disk said no, perhaps to the index itself.
      .catch((error: unknown): Outcome => storageState(error))
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
    return [...shelf.records.values()]
      .filter(
        ({ trackId, asked, bytes }) =>
          asked &&
          bytes === null &&
          !running.has(trackId) &&
          !failed.has(trackId) &&
          !postponed.has(trackId) &&
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

  const lookAgain = (trackId: string) => {
    clearTimeout(postponed.get(trackId)?.timer);
    postponed.delete(trackId);
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
      tries.delete(trackId);
      lookAgain(trackId);
      urgent.set(trackId, how);
      const fetching = running.get(trackId);
      if (fetching) fetching.asked = true;
      const known = shelf.records.get(trackId);
      if (!known) return [{ trackId, url: '', bytes: null, asked: true, usedAt: now + at }];
      const { isSecond, ...rest } = known;
      return known.asked && !isSecond ? [] : [{ ...rest, asked: true }];
    });
    if (wishes.length > 0)
      await shelf.save(...wishes).catch((error: unknown) => {
        // Not even the wish can be written down.
        for (const wish of wishes) {
          shelf.remember(wish);
          if (wish.bytes === null) failed.set(wish.trackId, storageState(error));
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
      const record = shelf.records.get(trackId);
      return record ? isMeant(record) : running.has(trackId);
    });
    for (const trackId of meant) {
      leaving.add(trackId);
      urgent.delete(trackId);
      running.get(trackId)?.abort.abort();
    }
    for (const trackId of meant) {
      await running.get(trackId)?.done;
      const record = shelf.records.get(trackId);
      if (record && isMeant(record)) await drop(record);
      leaving.delete(trackId);
    }
    publish();
  };

  return {
    setIndex(all) {
      shelf.setIndex(all);
      for (const [trackId, { why }] of postponed) if (why === 'elsewhere') lookAgain(trackId);
      if (isOpen) return pump();
      // A device that refuses the cache keeps nothing, and says so when it is asked to.
      void shelf
        .compare()
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
      // Another page may have taken it away.
      const known = await environment.index.get(trackId);
      if (known?.bytes !== undefined && known.bytes !== null) {
        if (!(await shelf.isLost(known))) return shelf.save({ ...known, usedAt: environment.now() });
        await (known.asked ? shelf.save({ ...known, bytes: null }) : drop(known));
      }
      if (known?.asked) return pump();
      if (!environment.saveData()) await start(trackId, false);
    },
    cancelAll: (trackIds) => forget(trackIds, ({ asked, bytes }) => asked && bytes === null),
    remove: (trackId) => forget([trackId], () => true),
    removeAll: (trackIds) => forget(trackIds, () => true),
    async reportBroken(trackId) {
      await ready;
      const record = shelf.records.get(trackId);
      if (!record || record.bytes === null) return false;
      if (!record.asked) {
        await drop(record);
        return true;
      }
      if (record.isSecond) failed.set(trackId, 'broken');
      urgent.set(trackId, 'single');
      await shelf.dropFile(record);
      await shelf.save({ ...record, bytes: null, isSecond: true });
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
      for (const trackId of postponed.keys()) lookAgain(trackId);
      for (const { abort } of running.values()) abort.abort();
    },
  };
}
