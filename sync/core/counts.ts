import type { TrackCounts } from '../model/wire.ts';
import type { Row } from './ports.ts';

/** Counts (G-3) have their own revision, because every play and vote changes them. A change of counts keeps the row's `rev`. */
const columns = ['counts_rev', 'play_count', 'total_votes', 'average_vote_rating'] as const;

/** 0 for a row without counts. */
export function countsRevOf(row: Row): number {
  const rev = row['counts_rev'];
  return typeof rev === 'number' ? rev : 0;
}

export function withLaterCounts(row: Row, other: Row): Row {
  if (countsRevOf(other) <= countsRevOf(row)) return row;
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, other[column]])) };
}

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
