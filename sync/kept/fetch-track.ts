import type { TrackView } from '../view-types.ts';
import { fetchWhole } from './fetch-whole.ts';
import type { KeptShelf, ShelfEnvironment } from './kept-shelf.ts';

export interface FetchTrackEnvironment extends ShelfEnvironment {
  fetch: typeof globalThis.fetch;
  /** Keep two pages from fetching the same track; null without Web Locks. */
  locks: Pick<LockManager, 'request'> | null;
  track(id: string): Promise<TrackView | null>;
  now(): number;
}

export interface Fetching {
  abort: AbortController;
  asked: boolean;
  received: number;
  total: number | null;
  reserved: number;
  done: Promise<void>;
}

/** `elsewhere`: another page fetches the track. `unknown`: the device does not know the track. */
export type Outcome = 'kept' | 'cancelled' | 'elsewhere' | 'unknown' | 'network' | 'full' | 'missing' | 'unavailable';

interface FetchContext {
  environment: FetchTrackEnvironment;
  shelf: KeptShelf;
  reservedBytes(): number;
  onProgress(): void;
}

/** Web Locks let one page at a time fetch a track. @throws errors of the storage */
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
  { environment, shelf, reservedBytes, onProgress }: FetchContext,
): Promise<Outcome> {
  const { signal } = fetching.abort;
  const record = await environment.index.get(trackId);
  // Another page has removed the request.
  if (fetching.asked && !record) return 'cancelled';
  if (record && record.bytes !== null) return 'kept';
  const track = await environment.track(trackId);
  if (!track) return 'unknown';
  fetching.total = track.audio_bytes || null;
  const otherBytes = reservedBytes();
  fetching.reserved = track.audio_bytes;
  if (!(await shelf.makeRoom(track.audio_bytes + otherBytes, fetching.asked))) return 'full';
  if (signal.aborted) return 'cancelled';
  const url = track.audioSrc;
  const base = { usedAt: environment.now(), ...record, trackId, url };
  await shelf.save({ ...base, bytes: null, asked: fetching.asked });
  const onBytes = (received: number, total: number | null) => {
    fetching.received = received;
    fetching.total = total ?? fetching.total;
    onProgress();
  };
  const mode = record?.isSecond ? 'reload' : 'default';
  const fetched = await fetchWhole(environment.fetch, url, signal, onBytes, mode);
  if (signal.aborted) return 'cancelled';
  if (fetched.kind === 'failed') return fetched.reason;
  if (!(await shelf.put(url, fetched.audio, fetching.asked))) return 'full';
  if (signal.aborted) return 'cancelled';
  await shelf.save({ ...base, bytes: fetched.audio.body.size, asked: fetching.asked, usedAt: environment.now() });
  return 'kept';
}
