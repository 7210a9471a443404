import type { KeptDoor, KeptState, TrackView } from '../api.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import type { LiveValue } from '../overlay/live.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { fetchWhole, type FetchedAudio } from './fetch-whole.ts';

/** Tracks that stay because they were played (S-34). */
export const PLAYED_LIMIT = 20;
/** Played tracks leave first, and no new one is kept, when less than this share of the quota is free. */
const FREE_SHARE = 0.1;

export interface KeptEnvironment {
  fetch: typeof globalThis.fetch;
  caches: CacheStorage | null;
  cacheName: string;
  storage: { estimate: () => Promise<StorageEstimate>; persist?: () => Promise<boolean> };
  index: {
    put(record: KeptRecord): Promise<void>;
    delete(trackId: string): Promise<void>;
  };
  track(id: string): Promise<TrackView | null>;
  now(): number;
}

export interface KeptAudio extends Omit<KeptDoor, 'states'> {
  /** What the index on the disk says now; another tab may have changed it. */
  setIndex(index: readonly KeptRecord[]): void;
  close(): void;
}

/**
 * Audio on the device (S-34): whole files in a cache of this owner, under their public address, as the plain 200 that
 * the service worker cuts ranges from. The index says what is there and why.
 */
export function openKeptAudio(
  states: LiveValue<ReadonlyMap<string, KeptState>>,
  environment: KeptEnvironment,
): KeptAudio {
  const { index } = environment;
  let records = new Map<string, KeptRecord>();
  let setReady = () => {};
  /** Nothing is decided before the index has been read once. */
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  const running = new Map<string, { done: Promise<void>; abort: AbortController; asked: boolean }>();
  let hasAskedToPersist = false;

  const setState = (trackId: string, state: KeptState | null) => {
    const next = new Map(states.get());
    if (state) next.set(trackId, state);
    else next.delete(trackId);
    states.set(next);
  };

  const drop = async (record: KeptRecord) => {
    records.delete(record.trackId);
    await index.delete(record.trackId);
    await (await environment.caches?.open(environment.cacheName))?.delete(record.url);
    setState(record.trackId, null);
  };

  const save = async (record: KeptRecord) => {
    records.set(record.trackId, record);
    await index.put(record);
    setState(record.trackId, toState(record));
  };

  /** Played tracks, the longest unused first. */
  const played = () => [...records.values()].filter((record) => !record.asked).sort((a, b) => a.usedAt - b.usedAt);

  const trim = async () => {
    const surplus = played();
    for (const record of surplus.slice(0, Math.max(0, surplus.length - PLAYED_LIMIT))) await drop(record);
  };

  const hasRoomFor = async (bytes: number): Promise<boolean> => {
    const { quota, usage } = await environment.storage.estimate();
    if (quota === undefined || usage === undefined) return true;
    return quota - usage - bytes > quota * FREE_SHARE;
  };

  const persist = () => {
    if (hasAskedToPersist) return;
    hasAskedToPersist = true;
    // The browser may ask the person or refuse; keeping does not depend on it (SY-22).
    environment.storage.persist?.().catch(() => false);
  };

  const store = async (track: TrackView, audio: FetchedAudio, asked: boolean) => {
    if (!environment.caches) throw toStorageFailure(new Error('no cache storage'));
    const cache = await environment.caches.open(environment.cacheName);
    await cache.put(
      track.audioSrc,
      new Response(audio.body, {
        status: 200,
        headers: { 'content-type': audio.type, 'content-length': String(audio.body.size), 'accept-ranges': 'bytes' },
      }),
    );
    await save({ trackId: track.id, url: track.audioSrc, bytes: audio.body.size, asked, usedAt: environment.now() });
  };

  const bring = async (trackId: string, asked: boolean, signal: AbortSignal) => {
    const fail = (reason: 'network' | 'full' | 'missing') =>
      setState(trackId, asked ? { kind: 'failed', reason } : null);
    const track = await environment.track(trackId);
    if (!track) return fail('missing');
    if (!asked && !(await hasRoomFor(track.audio_bytes))) return setState(trackId, null);
    setState(trackId, { kind: 'fetching', receivedBytes: 0, totalBytes: track.audio_bytes || null });
    const fetched = await fetchWhole(environment.fetch, track.audioSrc, signal, (receivedBytes, totalBytes) =>
      setState(trackId, { kind: 'fetching', receivedBytes, totalBytes: totalBytes ?? (track.audio_bytes || null) }),
    );
    if (signal.aborted) return setState(trackId, null);
    if (fetched.kind === 'failed') return fail(fetched.reason);
    try {
      await store(track, fetched.audio, asked);
    } catch (error) {
      // Make room with what nobody asked for, once, for what somebody did.
      const surplus = played();
      if (toStorageFailure(error).reason !== 'full' || !asked || surplus.length === 0) return fail('full');
      for (const record of surplus) await drop(record);
      await store(track, fetched.audio, asked).catch(() => fail('full'));
    }
  };

  const begin = (trackId: string, asked: boolean): Promise<void> => {
    const known = running.get(trackId);
    if (known && (known.asked || !asked)) return known.done;
    const abort = new AbortController();
    const before = known?.done ?? ready;
    const done = before
      .then(async () => {
        const record = records.get(trackId);
        if (record) {
          await save({ ...record, asked: record.asked || asked, usedAt: environment.now() });
        } else if (!abort.signal.aborted) await bring(trackId, asked, abort.signal);
        await trim();
      })
      .finally(() => {
        if (running.get(trackId)?.done === done) running.delete(trackId);
      });
    running.set(trackId, { done, abort, asked });
    return done;
  };

  return {
    setIndex(next) {
      records = new Map(next.map((record) => [record.trackId, record]));
      const fetching = [...states.get()].filter(([id, state]) => state.kind !== 'kept' && !records.has(id));
      const kept = [...records.values()].map((record): [string, KeptState] => [record.trackId, toState(record)]);
      states.set(new Map([...fetching, ...kept]));
      setReady();
    },
    keep(trackId) {
      persist();
      return begin(trackId, true);
    },
    keepPlayed: (trackId) => begin(trackId, false),
    async remove(trackId) {
      const fetching = running.get(trackId);
      fetching?.abort.abort();
      await (fetching?.done ?? ready);
      const record = records.get(trackId);
      if (record) await drop(record);
      else setState(trackId, null);
    },
    close() {
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

function toState(record: KeptRecord): KeptState {
  return { kind: 'kept', bytes: record.bytes, asked: record.asked, usedAt: record.usedAt };
}
