import type { TrackCounts } from '../model/wire.ts';
import type { Row } from './ports.ts';

/** A track's counts and their own revision (SY-33): a play or a vote changes these columns, and keeps the row's `rev`. */
const columns = ['counts_rev', 'play_count', 'total_votes', 'average_vote_rating'] as const;

/** The revision of a row's counts; 0 without counts. */
export function countsRevOf(row: Row): number {
  const rev = row['counts_rev'];
  return typeof rev === 'number' ? rev : 0;
}

/** `row` with the counts of `other` if these are later; else `row` itself, the same object. */
export function withLaterCounts(row: Row, other: Row): Row {
  if (countsRevOf(other) <= countsRevOf(row)) return row;
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, other[column]])) };
}

/** Counts in the form of a row. Only its counts are meaningful: its `rev` is 0. */
export function toCountsRow([id, counts_rev, play_count, total_votes, average_vote_rating]: TrackCounts): Row {
  return { id, rev: 0, counts_rev, play_count, total_votes, average_vote_rating };
}

export interface Version {
  rev: number;
  countsRev: number;
}

export function versionOf(row: Row): Version {
  return { rev: row.rev, countsRev: countsRevOf(row) };
}

export function isLater(one: Version, other: Version): boolean {
  return one.rev > other.rev || (one.rev === other.rev && one.countsRev > other.countsRev);
}
