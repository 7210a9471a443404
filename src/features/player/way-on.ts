import type { PlayerContext } from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { findNext, type Queue } from './queue.ts';

type Whereabouts = Pick<PlayerContext, 'queue' | 'source' | 'lost'>;

/**
 * Index of the track that the queue goes on with: the next one that can be had now, else the next one that has not failed.
 * Null when every other track has failed.
 */
export function wayOn({ queue, source, lost }: Whereabouts): number | null {
  const mayPlay = (track: PlayerTrack) => track.audioSrc !== '' && !lost.has(track.id);
  return findNext(queue, (track) => mayPlay(track) && source.whereIs(track) !== 'nowhere') ?? findNext(queue, mayPlay);
}

/** Index of the next track that is on the device for certain. */
export function keptOn({ queue, source, lost }: Whereabouts): number | null {
  return findNext(queue, (track) => !lost.has(track.id) && source.whereIs(track) === 'device');
}

/** How many tracks lie between the current one and an index. */
export function passedOver(queue: Queue, index: number): number {
  return ((index - queue.index + queue.tracks.length) % queue.tracks.length) - 1;
}
