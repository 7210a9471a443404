import { expect, it } from 'vitest';
import type { TrackView } from '../view-types.ts';
import { createExploreLists, type ExploreSource } from './explore-lists.ts';

function source() {
  let viewReads = 0;
  const entry = (genre: string) => ({
    key: genre,
    text: genre,
    words: null,
    get view() {
      if (genre === 'House') viewReads += 1;
      return { genre } as TrackView;
    },
  });
  const now: ExploreSource = { shown: [entry('House'), entry('Jazz')], state: 'complete', total: 0, shelfEnd: null };
  const lists = createExploreLists(() => ({ ...now }), { track: () => null, profile: () => null });
  return { now, lists, viewReads: () => viewReads };
}

it('[SY-23] a list filters the tracks when it is created and after a change, not at each read', () => {
  const { now, lists, viewReads } = source();
  const jazz = lists.of({ search: '', genre: 'Jazz' });
  expect(viewReads()).toBe(1);
  expect(jazz.get()).toBe(jazz.get());
  expect(viewReads()).toBe(1);
  now.shown = [...now.shown];
  const before = jazz.get();
  expect(viewReads()).toBe(2);
  now.state = 'first';
  expect(jazz.get()).toEqual({ ...before, state: 'first' });
  expect(viewReads()).toBe(3);
  now.total = 9;
  jazz.get();
  expect(viewReads()).toBe(4);
});

it('[SY-23] a change costs nothing for an unwatched list', () => {
  const { now, lists, viewReads } = source();
  const jazz = lists.of({ search: '', genre: 'Jazz' });
  const stop = jazz.subscribe(() => undefined);
  now.shown = [...now.shown];
  lists.refresh();
  expect(viewReads()).toBe(2);
  stop();
  now.shown = [...now.shown];
  lists.refresh();
  expect(viewReads()).toBe(2);
});
