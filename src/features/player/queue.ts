import type { PlayerTrack } from './player-track.ts';

/** What plays and what follows. A queue is never changed in place: every change makes a new one. */
export interface Queue {
  tracks: readonly PlayerTrack[];
  /** Index of the current track; 0 in an empty queue. */
  index: number;
}

export const emptyQueue: Queue = { tracks: [], index: 0 };

/** The most tracks of a queue, so that it can be listed and saved. */
export const QUEUE_LIMIT = 200;

/** Which part of a list becomes the queue when the track at `startIndex` is pressed: at most QUEUE_LIMIT around it. */
export function queueWindow(length: number, startIndex: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(startIndex - QUEUE_LIMIT / 2, length - QUEUE_LIMIT));
  return { from, to: Math.min(length, from + QUEUE_LIMIT) };
}

/** The queue when the track at `startIndex` of a list is pressed. */
export function queueFrom(tracks: readonly PlayerTrack[], startIndex: number): Queue {
  const { from, to } = queueWindow(tracks.length, startIndex);
  return { tracks: tracks.slice(from, to), index: startIndex - from };
}

export function currentOf(queue: Queue): PlayerTrack | null {
  return queue.tracks[queue.index] ?? null;
}

/** The first track follows the last one. A single track has none after it. */
export function nextIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index + 1) % queue.tracks.length;
}

export function previousIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index - 1 + queue.tracks.length) % queue.tracks.length;
}

/** Index of the first track after the current one that `accepts` takes, going on at the start after the end; null for none. */
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

/** Takes a track out. If it was the current one, the one after it becomes current. */
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
