import type { PlayerTrack } from './player-track.ts';

/** What plays and what follows, as values: every change is a new queue. */
export interface Queue {
  tracks: readonly PlayerTrack[];
  /** Index of the current track; 0 in an empty queue. */
  index: number;
}

export const emptyQueue: Queue = { tracks: [], index: 0 };

/** Tracks that one press puts into the queue at most, so that it can be listed and kept. */
export const QUEUE_LIMIT = 200;

/** The list from which a track was pressed, around it, within QUEUE_LIMIT. */
export function queueFrom(tracks: readonly PlayerTrack[], startIndex: number): Queue {
  const first = Math.max(0, Math.min(startIndex - QUEUE_LIMIT / 2, tracks.length - QUEUE_LIMIT));
  return { tracks: tracks.slice(first, first + QUEUE_LIMIT), index: startIndex - first };
}

export function currentOf(queue: Queue): PlayerTrack | null {
  return queue.tracks[queue.index] ?? null;
}

/** After the last track it wraps to the first when there is more than one; a single one has nothing after it. */
export function nextIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index + 1) % queue.tracks.length;
}

export function previousIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index - 1 + queue.tracks.length) % queue.tracks.length;
}

/** Moves a track; the current one stays current. */
export function moveTrack(queue: Queue, from: number, to: number): Queue {
  const moved = queue.tracks[from];
  if (!moved || to < 0 || to >= queue.tracks.length || from === to) return queue;
  const tracks = queue.tracks.filter((_, i) => i !== from);
  tracks.splice(to, 0, moved);
  let index = queue.index;
  if (from === queue.index) index = to;
  else if (from < queue.index && to >= queue.index) index -= 1;
  else if (from > queue.index && to <= queue.index) index += 1;
  return { tracks, index };
}

/** Takes a track out; the current one cannot be taken out from under the player. */
export function removeTrack(queue: Queue, at: number): Queue {
  if (at === queue.index || at < 0 || at >= queue.tracks.length) return queue;
  return { tracks: queue.tracks.filter((_, i) => i !== at), index: at < queue.index ? queue.index - 1 : queue.index };
}

/** Puts a track right after the current one. */
export function insertNext(queue: Queue, track: PlayerTrack): Queue {
  const tracks = [...queue.tracks];
  tracks.splice(queue.index + 1, 0, track);
  return { tracks, index: queue.index };
}
