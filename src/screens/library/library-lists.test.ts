import { expect, it } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { type LibraryEntry, shuffledTracks, tracksFrom } from './library-lists.ts';

const tracks = Array.from({ length: 1000 }, (_, i) => ({ id: `t${i}` }) as TrackView);
const ids = (list: readonly TrackView[]) => list.map(({ id }) => id);

it('Shuffle draws from all tracks, and keeps each once', () => {
  const order = ids(shuffledTracks(tracks, null));
  expect([...order].sort()).toEqual(ids(tracks).sort());
  const drawnFirst = order.slice(0, 200).map((id) => Number(id.slice(1)));
  expect(Math.max(...drawnFirst)).toBeGreaterThan(500);
  expect(order).not.toEqual(ids(tracks));
});

it('Shuffle begins with another track than the current one', () => {
  const two = tracks.slice(0, 2);
  for (let round = 0; round < 20; round++) expect(ids(shuffledTracks(two, 't0'))).toEqual(['t1', 't0']);
  expect(ids(shuffledTracks(tracks.slice(0, 1), 't0'))).toEqual(['t0']);
  expect(shuffledTracks([], 't0')).toEqual([]);
});

it('plays a track that is in the list twice from the pressed place', () => {
  const entryOf = (id: string, change: Partial<LibraryEntry> = {}): LibraryEntry => ({
    trackId: id,
    track: { id } as TrackView,
    isAbsent: false,
    isPending: false,
    ...change,
  });
  const again = entryOf('a');
  const entries = [entryOf('a'), entryOf('gone', { isAbsent: true }), entryOf('away', { track: null }), again];
  const { tracks: played, index } = tracksFrom(entries, again);
  expect([ids(played), index]).toEqual([['a', 'a'], 1]);
});
