import type { Row } from './ports.ts';

/**
 * The revision up to which this device knows that a stored row is not held any more: it left the shelf (G-1), or was fetched on
 * demand (SY-36). 0 for a row that pulls keep up to date. Above the row's own `rev`, the row has changed since.
 */
export function leftRevOf(row: Row): number {
  const rev = row['left_rev'];
  return typeof rev === 'number' ? rev : 0;
}

/** When the row was last fetched on demand, in ms since the epoch; 0 if it was not. */
export function visitedAtOf(row: Row): number {
  const at = row['visited_at'];
  return typeof at === 'number' ? at : 0;
}

/** The row as one that left the shelf at this revision; unchanged if it is of this revision or a later one. */
export function withLeft(row: Row, rev: number): Row {
  return rev > row.rev ? { ...row, left_rev: rev } : row;
}

/** The row as one that was fetched on demand at `now`, in ms since the epoch. */
export function visited(row: Row, leftRev: number, now: number): Row {
  return { ...row, left_rev: Math.max(row.rev, leftRev), visited_at: now };
}

/** The row without the traces of a visit. */
export function held(row: Row): Row {
  const { left_rev: _leftRev, visited_at: _visitedAt, ...rest } = row;
  return { ...rest, id: row.id, rev: row.rev };
}
