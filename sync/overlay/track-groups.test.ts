import { expect, it } from 'vitest';
import type { TrackView } from '../view-types.ts';
import { byTime, createTrackGroups } from './track-groups.ts';

const view = (id: string, genre: string, sponsored_at: string | null = null) =>
  ({ id, genre, sponsored_at }) as TrackView;
const byGenre = () =>
  createTrackGroups(
    ({ genre }) => genre || null,
    byTime((track) => track.sponsored_at),
  );
const idsOf = (tracks: readonly TrackView[]) => tracks.map(({ id }) => id);

it('a track is in the group of its newest view alone, and in none when it has none', () => {
  const groups = byGenre();
  groups.set('a', view('a', 'Soul'));
  groups.set('b', view('b', 'Soul'));
  groups.set('a', view('a', 'Punk'));
  expect([idsOf(groups.of('Soul')), idsOf(groups.of('Punk'))]).toEqual([['b'], ['a']]);
  groups.set('a', view('a', ''));
  groups.set('b', null);
  groups.set('unknown', null);
  expect([groups.of('Soul'), groups.of('Punk')]).toEqual([[], []]);
  groups.set('a', view('a', 'Punk'));
  groups.reset();
  expect(groups.of('Punk')).toEqual([]);
  groups.set('a', view('a', 'Soul'));
  expect(idsOf(groups.of('Soul'))).toEqual(['a']);
});

it('a group is the same array until something in it changes', () => {
  const groups = byGenre();
  const [a, b] = [view('a', 'Soul'), view('b', 'Soul')];
  groups.set('a', a);
  groups.set('b', b);
  const before = groups.of('Soul');
  groups.set('a', a);
  groups.set('c', view('c', 'Punk'));
  expect(groups.of('Soul')).toBe(before);
  const changed = { ...a };
  groups.set('a', changed);
  expect(groups.of('Soul')).toEqual([changed, b]);
  groups.set('b', view('b', 'Punk'));
  expect(groups.of('Soul')).toEqual([changed]);
});

it('the newest come first, those of one moment by their ids, and those without a time last', () => {
  const tracks = [
    view('d', '', null),
    view('b', '', '2027-01-01T00:00:00.000Z'),
    view('c', '', '2027-01-02T00:00:00.000Z'),
    view('a', '', '2027-01-01T00:00:00.000Z'),
  ];
  const newest = byTime((track) => track.sponsored_at);
  for (const order of [tracks, [...tracks].reverse()])
    expect(idsOf([...order].sort(newest))).toEqual(['c', 'a', 'b', 'd']);
});
