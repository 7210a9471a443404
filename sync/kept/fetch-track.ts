import type { TrackView } from '../view-types.ts';
import { fetchWhole } from './fetch-whole.ts';
import type { KeptStore, KeptStoreEnvironment } from './kept-store.ts';

export interface FetchTrackEnvironment extends KeptStoreEnvironment {
  fetch: typeof globalThis.fetch;
  /** Web Locks, which keep two pages from fetching the same track; null in a browser without them. */
  locks: Pick<LockManager, 'request'> | null;
  track(id: string): Promise<TrackView | null>;
  now(): number;
}

/** A track that is being fetched. Sizes are in bytes. */
export interface Fetching {
  abort: AbortController;
  /** False if the track is fetched only because it was played. */
  asked: boolean;
  /** Whether only a kept list requested the track. */
  isListed: boolean;
  received: number;
  total: number | null;
  /** Space that other fetches must leave free. */
  reserved: number;
  done: Promise<void>;
}

/** `elsewhere`: another page fetches the track. `unknown`: the device does not know the track. */
export type Outcome = 'kept' | 'cancelled' | 'elsewhere' | 'unknown' | 'network' | 'full' | 'missing' | 'unavailable';

interface FetchContext {
  environment: FetchTrackEnvironment;
  store: KeptStore;
  reservedBytes(): number;
  onProgress(): void;
}

/** Fetches a track and stores it. Web Locks let one page at a time fetch a track. @throws errors of the storage */
export async function fetchTrack(trackId: string, fetching: Fetching, context: FetchContext): Promise<Outcome> {
  const { locks, cacheName } = context.environment;
  if (!locks) return fetchLocked(trackId, fetching, context);
  return locks.request(`${cacheName}:${trackId}`, { ifAvailable: true }, (lock) =>
    lock ? fetchLocked(trackId, fetching, context) : 'elsewhere',
  );
}

async function fetchLocked(
  trackId: string,
  fetching: Fetching,
  { environment, store, reservedBytes, onProgress }: FetchContext,
): Promise<Outcome> {
  const { signal } = fetching.abort;
  const record = await environment.index.get(trackId);
  // Another page has removed the request.
  if (fetching.asked && record?.asked !== true) return 'cancelled';
  if (record && record.bytes !== null) {
    // Another page has stored the file. Without this, the track would be fetched over and over until the index is read again.
    store.remember(record);
    return 'kept';
  }
  const track = await environment.track(trackId);
  if (!track) return 'unknown';
  fetching.total = track.audio_bytes || null;
  const otherBytes = reservedBytes();
  fetching.reserved = track.audio_bytes;
  if (!(await store.makeRoom(track.audio_bytes + otherBytes, fetching.asked))) return 'full';
  if (signal.aborted) return 'cancelled';
  const url = track.audioSrc;
  const base = { usedAt: environment.now(), ...record, trackId, url };
  const save = (bytes: number | null, usedAt = base.usedAt) => {
    const { asked, isListed } = fetching;
    const isExcluded = asked ? undefined : record?.isExcluded;
    return store.save({ ...base, bytes, asked, usedAt, isListed: isListed || undefined, isExcluded });
  };
  await save(null);
  const onBytes = (received: number, total: number | null) => {
    fetching.received = received;
    fetching.total = total ?? fetching.total;
    onProgress();
  };
  const mode = record?.isSecond ? 'reload' : 'default';
  const fetched = await fetchWhole(environment.fetch, url, signal, onBytes, mode);
  if (fetched.kind === 'failed') return fetched.reason;
  if (!(await store.put(url, fetched.audio, fetching.asked))) return 'full';
  if (signal.aborted) return 'cancelled';
  await save(fetched.audio.body.size, environment.now());
  return 'kept';
}
