import { expect, it } from 'vitest';
import { openViews } from '../../tests/sync/support/people.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';

const heart = (trackId: string, day: string) => ({
  id: `heart-${trackId}`,
  rev: 1,
  user_id: 'me',
  track_id: trackId,
  created_at: `2026-12-${day}T00:00:00.000Z`,
});

it('[S-60] favourites are listed newest first, with queued hearts, and with tracks that are absent or not on this device yet', () => {
  const { views } = openViews();
  const shown = () =>
    views.favourites
      .get()
      .map(({ trackId, track, isAbsent, isPending }) => [trackId, track?.title ?? null, isAbsent, isPending]);
  views.catalogue.apply(['a', 'b', 'c'].map((id) => ({ id, row: { ...trackRow(id), title: `Track ${id}` } })));
  views.setRows('favourites', [heart('a', '02'), heart('b', '03'), heart('gone', '01')]);
  views.refresh();
  expect(shown()).toEqual([
    ['b', 'Track b', false, false],
    ['a', 'Track a', false, false],
    ['gone', null, false, false],
  ]);
  views.catalogue.setState('complete', 0);
  views.setRecords([
    queuedRecord(1, 'favourite.add', { track_id: 'c' }),
    queuedRecord(2, 'favourite.remove', { track_id: 'b' }),
  ]);
  views.refresh();
  expect(shown()).toEqual([
    ['c', 'Track c', false, true],
    ['a', 'Track a', false, false],
    ['gone', null, true, false],
  ]);
  const before = views.favourites.get();
  views.setRows('favourites', [heart('a', '02'), heart('b', '03'), heart('gone', '01')]);
  views.refresh();
  expect(views.favourites.get()).toBe(before);
  expect(views.catalogue.get('c')?.myFavourite).toMatchObject({ isFavourite: true, isPending: true });
  expect(views.catalogue.get('b')?.myFavourite).toEqual({ isFavourite: false, favouritedAt: null, isPending: true });
});
