import type { TrackCounts } from '../model/wire.ts';
import type { Row } from './ports.ts';

/**
 * The counts of a row (G-3). They change with every play and every vote, so they have a revision of their own, and a change of
 * counts does not change the row's `rev`. Both revisions only rise, and each part of a row is replaced only by a later one.
 */
const columns = ['counts_rev', 'play_count', 'total_votes', 'average_vote_rating'] as const;

/** The revision of a row's counts; 0 for a row of a table without counts. */
export function countsRevOf(row: Row): number {
  const rev = row['counts_rev'];
  return typeof rev === 'number' ? rev : 0;
}

/** The row with the counts of `other` if those are later, else the same row. */
export function withLaterCounts(row: Row, other: Row): Row {
  if (countsRevOf(other) <= countsRevOf(row)) return row;
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, other[column]])) };
}

/** Converts counts from their form on the wire to a row without other columns; its `rev` is 0. */
export function toCountsRow([id, counts_rev, play_count, total_votes, average_vote_rating]: TrackCounts): Row {
  return { id, rev: 0, counts_rev, play_count, total_votes, average_vote_rating };
}

/** Orders the states of a row: first by its `rev`, then by the revision of its counts. */
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
