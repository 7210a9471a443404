import type { TrackView } from '../../../sync/client.ts';
import { type PlayerTrack, toPlayerTrack } from './player-track.ts';

/**
 * What follows the last track, or each one. `all`: the first track, if there is another one; `one`: the same track again; `off`:
 * nothing. A press on next or previous goes around in each.
 */
export const REPEATS = ['all', 'one', 'off'] as const;
export type Repeat = (typeof REPEATS)[number];

/** What plays and what follows. A queue is never changed in place: every change makes a new one. */
export interface Queue {
  tracks: readonly PlayerTrack[];
  /** Index of the current track; 0 in an empty queue. */
  index: number;
  /** While it is shuffled: where each track stands in the order that comes back. Only which is smaller counts, gaps are allowed. */
  unshuffled: readonly number[] | null;
  repeat: Repeat;
}

export const emptyQueue: Queue = { tracks: [], index: 0, unshuffled: null, repeat: 'all' };

/** The most tracks of a queue, so that it can be listed and saved. */
export const QUEUE_LIMIT = 200;

/** The part of a list that becomes the queue when one of its tracks is pressed: at most QUEUE_LIMIT around that track. */
export function tracksAround(list: readonly TrackView[], pressed: number) {
  const from = Math.max(0, Math.min(pressed - QUEUE_LIMIT / 2, list.length - QUEUE_LIMIT));
  return { tracks: list.slice(from, from + QUEUE_LIMIT).map(toPlayerTrack), startIndex: pressed - from };
}

/** The queue of these tracks, at most QUEUE_LIMIT. */
export function queueFrom(tracks: readonly PlayerTrack[], index: number): Queue {
  return { ...emptyQueue, tracks, index };
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

/**
 * Index of the first track after the current one that `accepts` takes; null for none. After the end it goes on at the start when
 * it `goesRound`.
 */
export function findNext(queue: Queue, goesRound: boolean, accepts: (track: PlayerTrack) => boolean): number | null {
  const steps = goesRound ? queue.tracks.length : queue.tracks.length - queue.index;
  for (let step = 1; step < steps; step++) {
    const index = (queue.index + step) % queue.tracks.length;
    const track = queue.tracks[index];
    if (track && accepts(track)) return index;
  }
  return null;
}

/** Moves a track; the current one stays current. The order that a shuffled queue gives back is not touched. */
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

/** Calls a track by another title, wherever it stands. */
export function renameTrack(queue: Queue, trackId: string, title: string): Queue {
  return { ...queue, tracks: queue.tracks.map((track) => (track.id === trackId ? { ...track, title } : track)) };
}

/** Takes a track out. If it was the current one, the one after it becomes current. */
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

/** Whether any of these tracks stands in the queue. */
export function hasAny(queue: Queue, trackIds: ReadonlySet<string>): boolean {
  return queue.tracks.some(({ id }) => trackIds.has(id));
}

/** Takes these tracks out, wherever they stand. If the current one is among them, the next that stays becomes current. */
export function withoutTracks(queue: Queue, trackIds: ReadonlySet<string>): Queue {
  let left = queue;
  for (let at = queue.tracks.length - 1; at >= 0; at--)
    if (trackIds.has(queue.tracks[at]?.id ?? '')) left = removeTrack(left, at);
  return left;
}

/**
 * Puts tracks right after the current one, or at the end, also in the order that a shuffled queue gives back. A full queue takes
 * no more than QUEUE_LIMIT.
 */
export function insertTracks(queue: Queue, added: readonly PlayerTrack[], where: 'next' | 'end'): Queue {
  const room = added.slice(0, Math.max(0, QUEUE_LIMIT - queue.tracks.length));
  const at = where === 'next' ? queue.index + 1 : queue.tracks.length;
  return {
    ...queue,
    tracks: spliced(queue.tracks, at, 0, room),
    unshuffled: unshuffledWith(queue, room.length, at, where),
  };
}

/** Where the tracks stand unshuffled when `count` more stand at `at`: right after the current one's, or after all of them. */
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

/** The current track alone. */
export function onlyCurrent(queue: Queue): Queue {
  const { index, tracks, unshuffled } = queue;
  return {
    ...queue,
    tracks: tracks.slice(index, index + 1),
    unshuffled: unshuffled && unshuffled.slice(index, index + 1),
    index: 0,
  };
}

/** Puts the tracks in another order by chance; the current one comes first, so that all others follow it. */
export function shuffle(queue: Queue, random: () => number): Queue {
  const order = [...queue.tracks.keys()].filter((i) => i !== queue.index);
  for (let left = order.length; left > 1; left--) {
    const [drawn = 0] = order.splice(Math.floor(random() * left), 1);
    order.push(drawn);
  }
  if (queue.tracks.length > 0) order.unshift(queue.index);
  return { ...inOrder(queue, order), unshuffled: order };
}

/** Gives back the order that was there before; the current track stays current. */
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

/** The queue of other tracks, at most QUEUE_LIMIT, when one of them is pressed. It is shuffled, and repeats, as the one before. */
export function replaceQueue(
  before: Queue,
  tracks: readonly PlayerTrack[],
  startIndex: number,
  random: () => number,
): Queue {
  const queue = { ...queueFrom(tracks, startIndex), repeat: before.repeat };
  return before.unshuffled ? shuffle(queue, random) : queue;
}

/** A list with `removed` entries at `at` taken out and others put there. */
function spliced<T>(list: readonly T[], at: number, removed: number, added: readonly T[] = []): T[] {
  return [...list.slice(0, at), ...added, ...list.slice(at + removed)];
}
