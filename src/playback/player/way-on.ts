import type { PlayerContext } from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { findNext, nextIndex, type Queue } from './queue.ts';

type Whereabouts = Pick<PlayerContext, 'queue' | 'source' | 'lost'>;

/**
 * Index of the track that the queue goes on with: the next one that can be had now, else the next one that has not failed.
 * Null when there is none. A press goes around the end even when the queue by itself does not.
 */
export function wayOn({ queue, source, lost }: Whereabouts, by: 'itself' | 'press'): number | null {
  const goesRound = by === 'press' || queue.repeat !== 'off';
  const mayPlay = (track: PlayerTrack) => track.audioSrc !== '' && !lost.has(track.id);
  return (
    findNext(queue, goesRound, (track) => mayPlay(track) && source.whereIs(track) !== 'nowhere') ??
    findNext(queue, goesRound, mayPlay)
  );
}

/** Index of the track that sounds when the current one has ended; null when the queue ends with it. */
export function afterEnd(whereabouts: Whereabouts): number | null {
  const { queue } = whereabouts;
  if (queue.repeat === 'one') return queue.index;
  if (queue.repeat === 'off' && queue.index >= queue.tracks.length - 1) return null;
  return wayOn(whereabouts, 'itself') ?? nextIndex(queue);
}

/** Index of the next track that is on the device for certain. */
export function keptOn({ queue, source, lost }: Whereabouts): number | null {
  return findNext(queue, queue.repeat !== 'off', (track) => !lost.has(track.id) && source.whereIs(track) === 'device');
}

/** How many tracks lie between the current one and an index. */
export function passedOver(queue: Queue, index: number): number {
  return ((index - queue.index + queue.tracks.length) % queue.tracks.length) - 1;
}
