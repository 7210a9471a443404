import type { PlayerContext } from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { findNext, nextIndex, type Queue } from './queue.ts';

type QueueState = Pick<PlayerContext, 'queue' | 'source' | 'failedIds'>;

/**
 * Index of the next track that has a file and has not failed, preferably one that is kept or can be fetched now. A press wraps around even if
 * the queue does not. Null if there is none.
 */
export function nextPlayableIndex({ queue, source, failedIds }: QueueState, by: 'itself' | 'press'): number | null {
  const wraps = by === 'press' || queue.repeat !== 'off';
  const mayPlay = (track: PlayerTrack) => track.audioSrc !== '' && !failedIds.has(track.id);
  return (
    findNext(queue, wraps, (track) => mayPlay(track) && source.whereIs(track) !== 'nowhere') ??
    findNext(queue, wraps, mayPlay)
  );
}

/** Index of the track that follows by itself; null if the queue ends with the current track. */
export function indexAfterEnd(state: QueueState): number | null {
  const { queue } = state;
  if (queue.repeat === 'one') return queue.index;
  if (queue.repeat === 'off' && queue.index >= queue.tracks.length - 1) return null;
  return nextPlayableIndex(state, 'itself') ?? nextIndex(queue);
}

/** Index of the next kept track that has not failed; wraps around if the queue repeats. Null if there is none. */
export function nextKeptIndex({ queue, source, failedIds }: QueueState): number | null {
  return findNext(
    queue,
    queue.repeat !== 'off',
    (track) => !failedIds.has(track.id) && source.whereIs(track) === 'device',
  );
}

/** Number of tracks between the current one and `index`, going forward. */
export function skippedCount(queue: Queue, index: number): number {
  return ((index - queue.index + queue.tracks.length) % queue.tracks.length) - 1;
}
