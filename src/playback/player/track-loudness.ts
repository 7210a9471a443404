import type { KeptApi } from '../../../sync/client.ts';
import type { PageSignals } from '../../platform/page-signals.ts';
import type { WatchedPlayer } from './player-state.ts';
import type { PlayerTrack } from './player-track.ts';
import { currentOf } from './queue.ts';

export type Loudness = readonly number[];

/** Loudness values per track: about as many as the seek line has waves. */
const PARTS = 120;
/** Tracks whose loudness stays in memory. */
const MAX_CACHED = 50;

/**
 * Sets `current` to the loudness of the current track, from 0 to 1; to null until it is read, and if there is no readable kept copy.
 * Decodes only kept copies, which costs no traffic, and only while the page is visible. Ends when the returned function is called.
 */
export function followTrackLoudness(
  player: Omit<WatchedPlayer, 'progress'>,
  current: { set(loudness: Loudness | null): void },
  { kept }: { kept: Pick<KeptApi, 'states'> },
  signals: Pick<PageSignals, 'isVisible' | 'onVisibility'>,
): () => void {
  const cache = new Map<string, Loudness | null>();
  const closing = new AbortController();
  let track: PlayerTrack | null = null;
  let reading: string | null = null;

  const read = async ({ id, audioSrc }: PlayerTrack): Promise<void> => {
    // The decoder loads late: without kept tracks nobody needs it.
    const [{ readLoudness }, response] = await Promise.all([
      import('../output/loudness.ts'),
      fetch(audioSrc, { signal: closing.signal }),
    ]);
    const loudness = response.ok ? await readLoudness(new Uint8Array(await response.arrayBuffer()), PARTS) : null;
    cache.set(id, loudness);
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
    if (track?.id === id) current.set(loudness);
  };

  const check = (): void => {
    const target = track;
    if (closing.signal.aborted || !target || !signals.isVisible() || reading !== null || cache.has(target.id)) return;
    if (kept.states.get().get(target.id)?.kind !== 'kept') return;
    reading = target.id;
    read(target)
      // Without loudness the seek line is drawn from the track's id.
      .catch(() => cache.set(target.id, null))
      .finally(() => {
        reading = null;
        check();
      });
  };
  const follow = (): void => {
    const next = currentOf(player.snapshot().context.queue);
    if (next?.id === track?.id) return;
    track = next;
    current.set(next ? (cache.get(next.id) ?? null) : null);
    check();
  };
  const stops = [player.subscribe(follow), kept.states.subscribe(check), signals.onVisibility(check)];
  follow();
  return () => {
    closing.abort();
    track = null;
    for (const stop of stops) stop();
  };
}
