import { generateNKeysBetween } from 'fractional-indexing';

/** An entry's place: the entries of a playlist are ordered by position, equal positions by id. */
export interface Placed {
  readonly id: string;
  /** A fractional index. */
  readonly position: string;
}

export interface Placement {
  /** Positions of the entries to place, in their order. */
  readonly positions: readonly string[];
  /** Entries that need new positions too, because there is no room between their present ones. Usually empty. */
  readonly moved: readonly Placed[];
}

/** Above this length all entries get new positions, since each later change between the same two would make it longer. The server accepts 200. */
const MAX_LENGTH = 100;

export function inOrder<E extends Placed>(entries: Iterable<E>): E[] {
  return [...entries].sort((a, b) => compare(a.position, b.position) || compare(a.id, b.id));
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/**
 * Positions for `count` entries that are to stand before the entry at `index`. Devices without a network may choose equal positions; the entries
 * from `index` on that share their position with the one before are then moved, so that the new ones stand exactly there.
 * @param entries in order, without the ones to place
 */
export function place(entries: readonly Placed[], index: number, count: number): Placement {
  const before = entries[index - 1]?.position ?? null;
  let end = index;
  while (entries[end]?.position === before) end += 1;
  const equal = entries.slice(index, end);
  const keys = keysBetween(before, entries[end]?.position ?? null, count + equal.length);
  if (keys === null) return placeAnew(entries, index, count);
  return {
    positions: keys.slice(0, count),
    moved: equal.map(({ id }, at) => ({ id, position: keys[count + at] ?? '' })),
  };
}

function placeAnew(entries: readonly Placed[], index: number, count: number): Placement {
  const keys = generateNKeysBetween(null, null, entries.length + count);
  const others = keys.toSpliced(index, count);
  return {
    positions: keys.slice(index, index + count),
    moved: entries.map(({ id }, at) => ({ id, position: others[at] ?? '' })),
  };
}

/** Null if there is no room, or if a position is no index that this app makes. */
function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  try {
    const keys = generateNKeysBetween(before, after, count);
    return keys.every(({ length }) => length <= MAX_LENGTH) ? keys : null;
  } catch {
    return null;
  }
}
