import type { Row } from './ports.ts';

/** The latest known revision of a row that left the shelf (SY-35) or was fetched on demand (SY-36). 0 if pulls keep the row up to date. */
export function leftRevOf(row: Row): number {
  const rev = row['left_rev'];
  return typeof rev === 'number' ? rev : 0;
}

/** When the row was fetched on demand, in ms since the epoch; 0 if it was not. */
export function visitedAtOf(row: Row): number {
  const at = row['visited_at'];
  return typeof at === 'number' ? at : 0;
}

/** The round in which a message was fetched on demand (SY-37); 0 if it was not. */
export function fetchedRoundOf(row: Row): number {
  const round = row['fetched_round'];
  return typeof round === 'number' ? round : 0;
}

/** The row, marked as fetched in this round. Round 0 leaves the row unmarked. */
export function withFetchedRound(row: Row, round: number): Row {
  return round > 0 ? { ...row, fetched_round: round } : row;
}

/** The row, marked as left at `rev`; unchanged if it is of this revision or a later one. */
export function withLeft(row: Row, rev: number): Row {
  return rev > row.rev ? { ...row, left_rev: rev } : row;
}

/** The row, marked as fetched on demand (SY-36). @param now in ms since the epoch */
export function asVisited(row: Row, leftRev: number, now: number): Row {
  return { ...row, left_rev: Math.max(row.rev, leftRev), visited_at: now };
}

/** The row without the marks of `withLeft` and `asVisited`: pulls keep it up to date. */
export function asHeld(row: Row): Row {
  const { left_rev: _leftRev, visited_at: _visitedAt, ...rest } = row;
  return { ...rest, id: row.id, rev: row.rev };
}
