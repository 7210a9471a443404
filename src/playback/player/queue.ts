import { shuffled } from '../../platform/shuffled.ts';
import { type PlayerTrack, type QueuableTrack, toPlayerTrack } from './player-track.ts';

/**
 * What plays when a track ends. `all`: the next track, and the first one after the last. `one`: the same track again. `off`: the next
 * track, and nothing after the last. A press on next or previous always wraps around.
 */
export const REPEATS = ['all', 'one', 'off'] as const;
export type Repeat = (typeof REPEATS)[number];

export interface Queue {
  tracks: readonly PlayerTrack[];
  /** Index of the current track; 0 in an empty queue. */
  index: number;
  /** While shuffled, each track's rank in the original order; gaps are allowed. */
  unshuffled: readonly number[] | null;
  repeat: Repeat;
}

export const emptyQueue: Queue = { tracks: [], index: 0, unshuffled: null, repeat: 'all' };

/** Largest number of tracks in a queue, because all of them are listed and saved. */
export const QUEUE_LIMIT = 200;

/** Key of a setting on the device. Its value is 'on' if similar tracks follow the end of a queue (`up-next/`). */
export const UP_NEXT_KEY = 'up-next';

export interface TrackList {
  tracks: readonly PlayerTrack[];
  startIndex: number;
}

/** The part of a long list that fits into a queue, with the pressed track in its middle if possible. */
export function tracksAround(list: readonly QueuableTrack[], pressed: number): TrackList {
  const from = Math.max(0, Math.min(pressed - QUEUE_LIMIT / 2, list.length - QUEUE_LIMIT));
  return { tracks: list.slice(from, from + QUEUE_LIMIT).map(toPlayerTrack), startIndex: pressed - from };
}

/** A queue whose current track is the one at `index`. The caller passes at most QUEUE_LIMIT tracks. */
export function queueFrom(tracks: readonly PlayerTrack[], index: number): Queue {
  return { ...emptyQueue, tracks, index };
}

export function currentOf(queue: Queue): PlayerTrack | null {
  return queue.tracks[queue.index] ?? null;
}

/** Makes the track at `index` current. It then counts as chosen by the person, not as picked by the player. */
export function jumpTo(queue: Queue, index: number): Queue {
  const tracks = queue.tracks.map((track, at) => (at === index ? { ...track, isPicked: undefined } : track));
  return { ...queue, tracks, index };
}

/** Index after the current one. Wraps around; null with fewer than two tracks. */
export function nextIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index + 1) % queue.tracks.length;
}

export function previousIndex(queue: Queue): number | null {
  if (queue.tracks.length < 2) return null;
  return (queue.index - 1 + queue.tracks.length) % queue.tracks.length;
}

/** Index of the first accepted track after the current one; with `wraps`, also of one before it. Null if no track is accepted. */
export function findNext(queue: Queue, wraps: boolean, accepts: (track: PlayerTrack) => boolean): number | null {
  const steps = wraps ? queue.tracks.length : queue.tracks.length - queue.index;
  for (let step = 1; step < steps; step++) {
    const index = (queue.index + step) % queue.tracks.length;
    const track = queue.tracks[index];
    if (track && accepts(track)) return index;
  }
  return null;
}

/** Moves a track to another index. The current track stays current. The original order of a shuffled queue does not change. */
export function moveTrack(queue: Queue, from: number, to: number): Queue {
  const moved = queue.tracks[from];
  if (!moved || to < 0 || to >= queue.tracks.length || from === to) return queue;
  let index = queue.index;
  if (from === queue.index) index = to;
  else if (from < queue.index && to >= queue.index) index -= 1;
  else if (from > queue.index && to <= queue.index) index += 1;
  const move = <T>(list: readonly T[]) => spliced(spliced(list, from, 1), to, 0, list.slice(from, from + 1));
  return { ...queue, tracks: move(queue.tracks), unshuffled: queue.unshuffled && move(queue.unshuffled), index };
}

/** If the current track is removed, the next one becomes current, or the first one after the last. */
export function removeTrack(queue: Queue, at: number): Queue {
  if (at < 0 || at >= queue.tracks.length) return queue;
  const tracks = spliced(queue.tracks, at, 1);
  const last = tracks.length - 1;
  const index = at < queue.index ? queue.index - 1 : queue.index;
  return {
    ...queue,
    tracks,
    unshuffled: queue.unshuffled && spliced(queue.unshuffled, at, 1),
    index: index > last ? 0 : index,
  };
}

/** Whether one of these tracks is in the queue. */
export function hasAny(queue: Queue, trackIds: ReadonlySet<string>): boolean {
  return queue.tracks.some(({ id }) => trackIds.has(id));
}

export function withoutTracks(queue: Queue, trackIds: ReadonlySet<string>): Queue {
  let remaining = queue;
  for (let at = queue.tracks.length - 1; at >= 0; at--)
    if (trackIds.has(queue.tracks[at]?.id ?? '')) remaining = removeTrack(remaining, at);
  return remaining;
}

/**
 * Inserts tracks after the current one or at the end, also into the original order of a shuffled queue. At the end, the person's tracks
 * come before those that the player has picked. Tracks beyond QUEUE_LIMIT are dropped.
 */
export function insertTracks(queue: Queue, added: readonly PlayerTrack[], where: 'next' | 'end'): Queue {
  const fitting = added.slice(0, Math.max(0, QUEUE_LIMIT - queue.tracks.length));
  const endOfChosen = Math.max(queue.index + 1, firstPickedIndex(queue.tracks));
  const at = where === 'next' ? queue.index + 1 : added[0]?.isPicked ? queue.tracks.length : endOfChosen;
  return {
    ...queue,
    tracks: spliced(queue.tracks, at, 0, fitting),
    unshuffled: unshuffledWith(queue, fitting.length, at, where),
  };
}

/** Index of the first of the picked tracks at the end of the queue; the queue's length if there are none. */
export function firstPickedIndex(tracks: readonly PlayerTrack[]): number {
  return tracks.findLastIndex(({ isPicked }) => !isPicked) + 1;
}

/** Shifts the ranks in the original order to make room for the inserted tracks. */
function unshuffledWith(
  { unshuffled, index }: Queue,
  count: number,
  at: number,
  where: 'next' | 'end',
): number[] | null {
  if (!unshuffled) return null;
  const first = 1 + Math.max(-1, ...(where === 'next' ? unshuffled.slice(index, index + 1) : unshuffled));
  const moved = unshuffled.map((before) => (before < first ? before : before + count));
  return spliced(
    moved,
    at,
    0,
    Array.from({ length: count }, (_, i) => first + i),
  );
}

/** Removes all tracks but the current one. */
export function onlyCurrent(queue: Queue): Queue {
  const { index, tracks, unshuffled } = queue;
  return {
    ...queue,
    tracks: tracks.slice(index, index + 1),
    unshuffled: unshuffled && unshuffled.slice(index, index + 1),
    index: 0,
  };
}

/** Shuffles the queue. The current track becomes the first, so that all others follow it. */
export function shuffle(queue: Queue, random: () => number): Queue {
  const order = shuffled(
    [...queue.tracks.keys()].filter((i) => i !== queue.index),
    random,
  );
  if (queue.tracks.length > 0) order.unshift(queue.index);
  return { ...inOrder(queue, order), unshuffled: order };
}

/** Restores the original order. The current track stays current. */
export function unshuffle(queue: Queue): Queue {
  const { unshuffled } = queue;
  if (!unshuffled) return queue;
  const order = [...unshuffled.keys()].sort((a, b) => (unshuffled[a] ?? 0) - (unshuffled[b] ?? 0));
  return { ...inOrder(queue, order), unshuffled: null };
}

function inOrder(queue: Queue, order: readonly number[]): Queue {
  return {
    ...queue,
    tracks: order.flatMap((i) => queue.tracks[i] ?? []),
    index: Math.max(0, order.indexOf(queue.index)),
  };
}

/** A queue of other tracks in the shuffle and repeat modes of `before`. The caller passes at most QUEUE_LIMIT tracks. */
export function replaceQueue(
  before: Queue,
  tracks: readonly PlayerTrack[],
  startIndex: number,
  random: () => number,
): Queue {
  const queue = { ...queueFrom(tracks, startIndex), repeat: before.repeat };
  return before.unshuffled ? shuffle(queue, random) : queue;
}

function spliced<T>(list: readonly T[], at: number, removed: number, added: readonly T[] = []): T[] {
  return [...list.slice(0, at), ...added, ...list.slice(at + removed)];
}
