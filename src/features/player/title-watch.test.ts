import { expect, it } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { createStore } from '../../lib/store.ts';
import { simulatedTrack } from './simulated-page.ts';
import { watchTitle } from './title-watch.ts';

it('tells of a title that is other than the one in the queue, at once and later, of the followed track alone', () => {
  const views = new Map(
    ['a', 'b'].map((id) => [id, createStore<Pick<TrackView, 'playedToday' | 'title'> | null>(null)] as const),
  );
  const none = createStore(null);
  const call = (id: string, title: string) => views.get(id)?.set({ playedToday: false, title });
  const told: string[] = [];
  const watch = watchTitle({ track: (id) => views.get(id) ?? none }, (id, title) => told.push(`${id} ${title}`));
  const [a, b] = [simulatedTrack('a'), simulatedTrack('b')];
  watch.follow(a);
  call('a', a.title);
  expect(told).toEqual([]);
  call('a', 'First');
  watch.follow({ ...a, title: 'First' });
  call('b', 'Second');
  expect(told).toEqual(['a First']);
  watch.follow(b);
  call('a', 'Third');
  expect(told).toEqual(['a First', 'b Second']);
  watch.close();
  call('b', 'Fourth');
  expect(told).toHaveLength(2);
});
