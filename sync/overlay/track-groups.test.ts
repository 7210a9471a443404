import { expect, it } from 'vitest';
import type { TrackView } from '../view-types.ts';
import { newestFirst } from './ordered-list.ts';
import { createTrackGroups } from './track-groups.ts';

const view = (id: string, genre: string) => ({ id, genre, created_at: '' }) as TrackView;
const byGenre = () =>
  createTrackGroups<TrackView>(
    ({ genre }) => genre || null,
    newestFirst(
      ({ created_at }) => created_at,
      ({ id }) => id,
    ),
  );
const idsOf = (tracks: readonly TrackView[]) => tracks.map(({ id }) => id);

it('a track is only in the group of its newest view, and in none if that view has no group or was removed', () => {
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
