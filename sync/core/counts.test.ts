import { expect, it } from 'vitest';
import { countsRevOf, isLater, toCountsRow, versionOf, withLaterCounts } from './counts.ts';

const row = {
  id: 't',
  rev: 3,
  title: 'Night bus',
  counts_rev: 5,
  play_count: 1,
  total_votes: 2,
  average_vote_rating: 3,
};

it('[SY-33] a row takes all later counts of another, and nothing else of it', () => {
  const other = { ...row, rev: 4, title: 'x', counts_rev: 6, play_count: 7, total_votes: 8, average_vote_rating: 9 };
  expect(withLaterCounts(row, other)).toEqual({ ...other, rev: 3, title: 'Night bus' });
});

it('[SY-33] a row with the same or later counts stays the same object', () => {
  for (const counts_rev of [5, 4]) expect(withLaterCounts(row, { ...row, counts_rev, play_count: 9 })).toBe(row);
});

it('[SY-33] a row without counts, or with counts of an unknown form, takes any', () => {
  expect(countsRevOf({ id: 't', rev: 1, counts_rev: '5' })).toBe(0);
  expect(withLaterCounts({ id: 't', rev: 1 }, toCountsRow(['t', 1, 2, 3, 4]))).toEqual({
    id: 't',
    rev: 1,
    counts_rev: 1,
    play_count: 2,
    total_votes: 3,
    average_vote_rating: 4,
  });
});

it('[SY-33] counts alone are older than every row', () => {
  expect(toCountsRow(['t', 1, 2, 3, 4]).rev).toBe(0);
});

it.each([
  [{ rev: 4, countsRev: 0 }, true],
  [{ rev: 3, countsRev: 6 }, true],
  [{ rev: 3, countsRev: 5 }, false],
  [{ rev: 3, countsRev: 4 }, false],
  [{ rev: 2, countsRev: 9 }, false],
])('[SY-12] [SY-33] the version %o is later than revision 3 with counts 5: %s', (version, is) => {
  expect(versionOf(row)).toEqual({ rev: 3, countsRev: 5 });
  expect(isLater(version, versionOf(row))).toBe(is);
});
