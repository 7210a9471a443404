import type { PlayerTrack } from './player-track.ts';

/** What plays and what follows, as values: every change is a new queue. */
export interface Queue {
  tracks: readonly PlayerTrack[];
  /** Index of the current track; 0 in an empty queue. */
  index: number;
}

export const emptyQueue: Queue = { tracks: [], index: 0 };

/** Tracks of a queue at most, so that it can be listed and kept. */
export const QUEUE_LIMIT = 200;

/** The part of a list that becomes a queue when the track at `startIndex` is pressed: around it, within QUEUE_LIMIT. */
export function queueWindow(length: number, startIndex: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(startIndex - QUEUE_LIMIT / 2, length - QUEUE_LIMIT));
  return { from, to: Math.min(length, from + QUEUE_LIMIT) };
}

/** The list from which a track was pressed, within QUEUE_LIMIT. */
export function queueFrom(tracks: readonly PlayerTrack[], startIndex: number): Queue {
  const { from, to } = queueWindow(tracks.length, startIndex);
  return { tracks: tracks.slice(from, to), index: startIndex - from };
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

/** The first track after the current one that a test accepts, around the end too; null when there is none. */
export function findNext(queue: Queue, accepts: (track: PlayerTrack) => boolean): number | null {
  for (let step = 1; step < queue.tracks.length; step++) {
    const index = (queue.index + step) % queue.tracks.length;
    const track = queue.tracks[index];
    if (track && accepts(track)) return index;
  }
  return null;
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

/** Takes a track out. After the current one the track that followed it is current, the first after the last. */
export function removeTrack(queue: Queue, at: number): Queue {
  if (at < 0 || at >= queue.tracks.length) return queue;
  const tracks = queue.tracks.filter((_, i) => i !== at);
  if (at < queue.index) return { tracks, index: queue.index - 1 };
  return { tracks, index: queue.index < tracks.length ? queue.index : 0 };
}

/** Puts tracks right after the current one, or at the end. A full queue takes no more than QUEUE_LIMIT. */
export function insertTracks(queue: Queue, added: readonly PlayerTrack[], where: 'next' | 'end'): Queue {
  const room = added.slice(0, Math.max(0, QUEUE_LIMIT - queue.tracks.length));
  const tracks = [...queue.tracks];
  tracks.splice(where === 'next' ? queue.index + 1 : tracks.length, 0, ...room);
  return { tracks, index: queue.index };
}

/** The current track alone. */
export function onlyCurrent(queue: Queue): Queue {
  const track = currentOf(queue);
  return track ? { tracks: [track], index: 0 } : emptyQueue;
}
