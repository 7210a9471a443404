import type { KeptApi, KeptState } from '../api.ts';
import { storageState } from '../core/storage-failure.ts';
import type { LiveValue } from '../model/live.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { fetchTrack, type FetchTrackEnvironment, type Fetching, type Outcome } from './fetch-track.ts';
import { openKeptStore } from './kept-store.ts';
import { createFetchQueue, type FetchQueueEnvironment } from './fetch-queue.ts';

/** Maximum number of requested tracks that are fetched at the same time. */
const MAX_FETCHES = 2;

export interface KeptEnvironment extends FetchTrackEnvironment, FetchQueueEnvironment {
  storage: { estimate: () => Promise<StorageEstimate>; persist?: () => Promise<boolean> };
}

export interface KeptAudio extends Omit<KeptApi, 'states' | 'withdrawn' | 'lists' | 'keepList'> {
  /**
   * Requests the tracks of the kept lists.
   * @param isByPerson whether the person asks now: tracks that the person had removed are requested again
   */
  keepListed(trackIds: readonly string[], isByPerson: boolean): Promise<void>;
  /** Removes the tracks that only a list had requested, and that no list contains any more. @param trackIds those of all lists */
  removeUnlisted(trackIds: readonly string[]): Promise<void>;
  /** Replaces the index with the one on the disk, which another tab may have changed. */
  setIndex(index: readonly KeptRecord[]): void;
  /** Ends the delay after a lost network. */
  resume(): void;
  /** Resolves when nothing is being written any more, so that the cache may be deleted. */
  close(): Promise<void>;
}

/** Fetches and stores the tracks that the person keeps or plays (S-34), and sets their `states`. */
export function openKeptAudio(
  states: LiveValue<ReadonlyMap<string, KeptState>>,
  environment: KeptEnvironment,
): KeptAudio {
  let setReady = () => {};
  /** Resolves when the index has been read and compared with the cache. */
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  let isOpen = false;
  let isClosed = false;
  const running = new Map<string, Fetching>();
  const queue = createFetchQueue(environment, () => startFetches());
  let hasAskedToPersist = false;
  const watchers = new Set<() => void>();

  const stateOf = (record: KeptRecord): KeptState | null => {
    const { trackId, bytes, asked, usedAt } = record;
    if (bytes !== null) return { kind: 'kept', bytes, asked, usedAt };
    const fetching = running.get(trackId);
    if (fetching)
      return { kind: 'fetching', receivedBytes: fetching.received, totalBytes: fetching.total, asked: fetching.asked };
    if (!asked) return null;
    const reason = queue.failure(trackId);
    if (reason) return { kind: 'failed', reason };
    const isPausedByDataSaver = environment.saveData() && !queue.isRequested(trackId);
    return { kind: 'waiting', reason: isPausedByDataSaver ? 'data' : queue.isOffline() ? 'network' : 'turn' };
  };

  const publish = () => {
    if (isClosed) return;
    states.set(
      new Map(
        [...store.records.values()].flatMap((record) => {
          const state = stateOf(record);
          return state ? [[record.trackId, state] as const] : [];
        }),
      ),
    );
    for (const watcher of [...watchers]) watcher();
  };

  const store = openKeptStore(environment, publish);

  const drop = (record: KeptRecord) => {
    queue.forgetFailure(record.trackId);
    return store.drop(record);
  };

  const reservedBytes = () => [...running.values()].reduce((sum, { reserved }) => sum + reserved, 0);

  const settle = async (trackId: string, { asked, abort }: Fetching, outcome: Outcome) => {
    const record = store.records.get(trackId);
    if (outcome === 'kept') {
      queue.succeed(trackId);
      await store.trim();
    } else if (outcome === 'elsewhere') {
      queue.postponeForOther(trackId);
    } else if (abort.signal.aborted || !asked) {
      // No failure is noted: `removeTracks` or `close` aborted the fetch, or the person did not request the track.
      if (record && !record.asked && record.bytes === null) await drop(record);
    } else if (outcome === 'network') {
      queue.failNetwork(trackId);
    } else if (outcome === 'unknown') {
      queue.failUnknown(trackId);
    } else if (outcome !== 'cancelled') queue.fail(trackId, outcome);
    else if (record?.asked && record.bytes === null) {
      store.forget(trackId);
    }
  };

  const start = (trackId: string, asked: boolean): Promise<void> => {
    const fetching: Fetching = {
      abort: new AbortController(),
      asked,
      isListed: store.records.get(trackId)?.isListed === true,
      received: 0,
      reserved: 0,
      total: null,
      done: Promise.resolve(),
    };
    running.set(trackId, fetching);
    fetching.done = fetchTrack(trackId, fetching, { environment, store, reservedBytes, onProgress: publish })
      // The storage failed, perhaps while writing the index.
      .catch((error: unknown): Outcome => storageState(error))
      .then((outcome) => settle(trackId, fetching, outcome))
      .catch(() => undefined)
      .then(() => {
        running.delete(trackId);
        publish();
        startFetches();
      });
    return fetching.done;
  };

  const startFetches = () => {
    const isFull = () => [...running.values()].filter(({ asked }) => asked).length >= MAX_FETCHES;
    while (isOpen && !isClosed && !queue.isOffline() && !isFull()) {
      const record = queue.next(store.records.values(), (trackId) => running.has(trackId));
      if (!record) break;
      void start(record.trackId, true);
    }
    publish();
  };

  const askToPersist = () => {
    if (!hasAskedToPersist) {
      hasAskedToPersist = true;
      // The browser may refuse; keeping does not depend on it (SY-22).
      environment.storage.persist?.().catch(() => false);
    }
  };

  /** @param how null if the person has not requested the tracks in this visit */
  const storeRequests = async (trackIds: readonly string[], how: 'single' | 'group' | null, isListed = false) => {
    await ready;
    const now = environment.now() - trackIds.length;
    const requests = [...new Set(trackIds)].flatMap((trackId, at): KeptRecord[] => {
      const record = store.records.get(trackId);
      if (how === null && record?.isExcluded) return [];
      if (how !== null) queue.request(trackId, how);
      if (isListed && record?.asked) return [];
      const fetching = running.get(trackId);
      if (fetching) Object.assign(fetching, { asked: true, isListed });
      const request = { asked: true, isListed: isListed || undefined, isExcluded: undefined };
      if (!record) return [{ trackId, url: '', bytes: null, usedAt: now + at, ...request }];
      const { isSecond, ...rest } = record;
      return record.asked && !isSecond && !record.isListed ? [] : [{ ...rest, ...request }];
    });
    if (requests.length > 0)
      await store.save(...requests).catch((error: unknown) => {
        // The disk did not store the requests, so only this page knows them, and shows them as failed.
        for (const request of requests) {
          store.remember(request);
          if (request.bytes === null) queue.fail(request.trackId, storageState(error));
        }
      });
    queue.endDelay();
  };

  const isSettled = (trackId: string) => {
    const state = states.get().get(trackId);
    if (state?.kind === 'waiting') return state.reason !== 'turn';
    return state?.kind !== 'fetching';
  };

  const removeTracks = async (
    trackIds: readonly string[],
    matches: (record: KeptRecord) => boolean,
    beforeRemoval: (record: KeptRecord) => KeptRecord = excludeListed,
  ) => {
    await ready;
    const ids = trackIds.filter((trackId) => {
      const record = store.records.get(trackId);
      return record ? matches(record) : running.has(trackId);
    });
    queue.startRemoval(ids);
    for (const trackId of ids) running.get(trackId)?.abort.abort();
    try {
      await Promise.all(ids.flatMap((trackId) => running.get(trackId)?.done ?? []));
      const removed = ids.flatMap((trackId) => {
        const record = store.records.get(trackId);
        return record && matches(record) ? [beforeRemoval(record)] : [];
      });
      for (const { trackId } of removed) queue.forgetFailure(trackId);
      await store.drop(...removed);
    } finally {
      for (const trackId of ids) queue.endRemoval(trackId);
      queue.forgetFull();
      startFetches();
    }
  };

  return {
    setIndex(all) {
      store.setIndex(all);
      // In another tab, the person may have requested a track that a list fetches here.
      for (const [trackId, fetching] of running) {
        const record = store.records.get(trackId);
        if (record?.asked && !record.isListed) fetching.isListed = false;
      }
      queue.recheckOthers();
      if (isOpen) return startFetches();
      // If the comparison fails, as without cache storage, each request fails for the same reason.
      void store
        .compare()
        .catch(() => undefined)
        .then(() => {
          isOpen = true;
          setReady();
          startFetches();
        });
    },
    async keepListed(trackIds, isByPerson) {
      if (isByPerson) askToPersist();
      await storeRequests(trackIds, isByPerson ? 'group' : null, true);
    },
    async removeUnlisted(trackIds) {
      await ready;
      const listed = new Set(trackIds);
      const isLeft = ({ trackId, isListed, isExcluded }: KeptRecord) =>
        !listed.has(trackId) && (isListed === true || isExcluded === true);
      const left = [...store.records.values()].filter(isLeft).map(({ trackId }) => trackId);
      if (left.length > 0) await removeTracks(left, isLeft, (record) => ({ ...record, isExcluded: undefined }));
    },
    async keep(trackId) {
      askToPersist();
      await storeRequests([trackId], 'single');
      if (isSettled(trackId)) return;
      await new Promise<void>((resolve) => {
        const check = () => {
          if (!isSettled(trackId)) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
      });
    },
    keepAll(trackIds) {
      askToPersist();
      return storeRequests(trackIds, 'group');
    },
    async keepPlayed(trackId) {
      await ready;
      const fetching = running.get(trackId);
      if (fetching) return fetching.done;
      // Another page may have removed the track.
      const record = await environment.index.get(trackId);
      if (record?.bytes !== undefined && record.bytes !== null) {
        if (!(await store.isLost(record))) return store.save({ ...record, usedAt: environment.now() });
        await (record.asked ? store.save({ ...record, bytes: null }) : drop(record));
      }
      if (record?.asked) return startFetches();
      if (!environment.saveData()) await start(trackId, false);
    },
    cancelAll: (trackIds) => removeTracks(trackIds, ({ asked, bytes }) => asked && bytes === null),
    remove: (trackId) => removeTracks([trackId], () => true),
    removeAll: (trackIds) => removeTracks(trackIds, () => true),
    async reportBroken(trackId) {
      await ready;
      const record = store.records.get(trackId);
      if (!record || record.bytes === null) return false;
      if (!record.asked) {
        await drop(record);
        return true;
      }
      queue.request(trackId, 'single');
      if (record.isSecond) queue.fail(trackId, 'broken');
      await store.dropFile(record);
      await store.save({ ...record, bytes: null, isSecond: true });
      startFetches();
      return true;
    },
    resume: () => {
      if (queue.resetDelay()) queue.endDelay();
    },
    async close() {
      isClosed = true;
      queue.close();
      store.close();
      const fetches = [...running.values()];
      for (const { abort } of fetches) abort.abort();
      // Wait until no fetch writes any more: a sign-out deletes the cache next.
      await Promise.all(fetches.map(({ done }) => done));
    },
  };
}

/** A listed track that the person removes is not fetched again by its list. */
function excludeListed(record: KeptRecord): KeptRecord {
  return record.isListed ? { ...record, isExcluded: true } : record;
}
