import type { PlayerContext } from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { findNext, nextIndex, type Queue } from './queue.ts';

type Whereabouts = Pick<PlayerContext, 'queue' | 'source' | 'lost'>;

/**
 * Index of the next playable track: the next available one, else the next one that has not failed; null if none. A
 * press wraps around even if the queue does not.
 */
export function nextPlayableIndex({ queue, source, lost }: Whereabouts, by: 'itself' | 'press'): number | null {
  const goesRound = by === 'press' || queue.repeat !== 'off';
  const mayPlay = (track: PlayerTrack) => track.audioSrc !== '' && !lost.has(track.id);
  return (
    findNext(queue, goesRound, (track) => mayPlay(track) && source.whereIs(track) !== 'nowhere') ??
    findNext(queue, goesRound, mayPlay)
  );
}

/** Index of the track to play after the current one ends; null if the queue ends with it. */
export function afterEnd(whereabouts: Whereabouts): number | null {
  const { queue } = whereabouts;
  if (queue.repeat === 'one') return queue.index;
  if (queue.repeat === 'off' && queue.index >= queue.tracks.length - 1) return null;
  return nextPlayableIndex(whereabouts, 'itself') ?? nextIndex(queue);
}

/** Index of the next track kept on the device; null if none. */
export function nextKeptIndex({ queue, source, lost }: Whereabouts): number | null {
  return findNext(queue, queue.repeat !== 'off', (track) => !lost.has(track.id) && source.whereIs(track) === 'device');
}

/** Number of tracks skipped between the current one and an index. */
export function skippedCount(queue: Queue, index: number): number {
  return ((index - queue.index + queue.tracks.length) % queue.tracks.length) - 1;
}
