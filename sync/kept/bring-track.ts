import type { TrackView } from '../view-types.ts';
import { fetchWhole } from './fetch-whole.ts';
import type { KeptShelf, ShelfEnvironment } from './kept-shelf.ts';

export interface BringEnvironment extends ShelfEnvironment {
  fetch: typeof globalThis.fetch;
  /** Prevent two pages from fetching the same track; null where Web Locks are missing. */
  locks: Pick<LockManager, 'request'> | null;
  track(id: string): Promise<TrackView | null>;
  now(): number;
}

/** A track being fetched; `bringTrack` updates its progress. */
export interface Fetching {
  abort: AbortController;
  asked: boolean;
  received: number;
  total: number | null;
  /** Bytes of free space reserved for it. */
  granted: number;
  done: Promise<void>;
}

/** `gone`: it is no longer wanted; `elsewhere`: another page fetches it; `unknown`: the device does not know this track. */
export type Outcome = 'kept' | 'gone' | 'elsewhere' | 'unknown' | 'network' | 'full' | 'missing' | 'unavailable';

interface Around {
  environment: BringEnvironment;
  shelf: KeptShelf;
  /** Bytes reserved for all tracks being fetched. */
  promised(): number;
  onProgress(): void;
}

/**
 * Fetches a whole track and puts it on the shelf, in one page at a time.
 * @throws errors of the storage
 */
export async function bringTrack(trackId: string, fetching: Fetching, around: Around): Promise<Outcome> {
  const { locks, cacheName } = around.environment;
  if (!locks) return bring(trackId, fetching, around);
  return locks.request(`${cacheName}:${trackId}`, { ifAvailable: true }, (lock) =>
    lock ? bring(trackId, fetching, around) : 'elsewhere',
  );
}

async function bring(
  trackId: string,
  fetching: Fetching,
  { environment, shelf, promised, onProgress }: Around,
): Promise<Outcome> {
  const { signal } = fetching.abort;
  const wanted = await environment.index.get(trackId);
  // Another page has removed the request.
  if (fetching.asked && !wanted) return 'gone';
  if (wanted && wanted.bytes !== null) return 'kept';
  const track = await environment.track(trackId);
  if (!track) return 'unknown';
  fetching.total = track.audio_bytes || null;
  const others = promised();
  fetching.granted = track.audio_bytes;
  if (!(await shelf.makeRoom(track.audio_bytes + others, fetching.asked))) return 'full';
  if (signal.aborted) return 'gone';
  const url = track.audioSrc;
  const base = { usedAt: environment.now(), ...wanted, trackId, url };
  await shelf.save({ ...base, bytes: null, asked: fetching.asked });
  const notice = (received: number, total: number | null) => {
    fetching.received = received;
    fetching.total = total ?? fetching.total;
    onProgress();
  };
  const mode = wanted?.isSecond ? 'reload' : 'default';
  const fetched = await fetchWhole(environment.fetch, url, signal, notice, mode);
  if (signal.aborted) return 'gone';
  if (fetched.kind === 'failed') return fetched.reason;
  if (!(await shelf.put(url, fetched.audio, fetching.asked))) return 'full';
  if (signal.aborted) return 'gone';
  await shelf.save({ ...base, bytes: fetched.audio.body.size, asked: fetching.asked, usedAt: environment.now() });
  return 'kept';
}
