import { expect, it } from 'vitest';
import { asHeld, asVisited, fetchedRoundOf, leftRevOf, visitedAtOf, withFetchedRound, withLeft } from './shelf.ts';

const row = { id: 't', rev: 3, title: 'Night bus' };

it('[SY-35] [SY-36] [SY-37] a row that pulls keep up to date has none of the marks', () => {
  for (const held of [row, { ...row, left_rev: 'x', visited_at: null, fetched_round: '1' }])
    expect([leftRevOf(held), visitedAtOf(held), fetchedRoundOf(held)]).toEqual([0, 0, 0]);
});

it('[SY-35] a row that left the shelf at a later revision is marked with it', () => {
  expect(withLeft(row, 4)).toEqual({ ...row, left_rev: 4 });
  expect(leftRevOf(withLeft(row, 4))).toBe(4);
  for (const rev of [3, 2]) expect(withLeft(row, rev)).toBe(row);
});

it('[SY-36] a visited row is marked with its time and its latest known revision, until pulls keep it up to date', () => {
  expect(asVisited(row, 0, 77)).toEqual({ ...row, left_rev: 3, visited_at: 77 });
  expect(asVisited(row, 5, 77)).toEqual({ ...row, left_rev: 5, visited_at: 77 });
  expect(visitedAtOf(asVisited(row, 5, 77))).toBe(77);
  expect(asHeld(asVisited(row, 5, 77))).toEqual(row);
});

it('[SY-37] a message that was fetched on demand is marked with its round, and one that a pull brought is not', () => {
  expect(fetchedRoundOf(withFetchedRound(row, 2))).toBe(2);
  expect(withFetchedRound(row, 1)).toEqual({ ...row, fetched_round: 1 });
  expect(withFetchedRound(row, 0)).toBe(row);
});
