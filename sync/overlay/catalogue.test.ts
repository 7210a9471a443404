import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../core/ports.ts';
import { all, config, shownIds, openCatalogue, put } from '../../tests/sync/support/catalogue.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { tracks } from '../model/tables/tracks.ts';
import { createCatalogue } from './catalogue.ts';
import { createDerived } from './derived.ts';
import { noOverlay } from './tracks.ts';

const emptyView = {
  state: 'empty',
  match: 'exact',
  highlights: [],
  tracks: [],
  total: 0,
  beyond: { state: 'none', found: null },
};

describe('the catalogue', () => {
  it('[S-33] is ordered by average rating, then by time, the newest first, to the microsecond', () => {
    const catalogue = openCatalogue();
    catalogue.apply(
      put(
        trackRow('a', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000001Z' }),
        trackRow('b', { average_vote_rating: 4.25 }),
        trackRow('c', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000002Z' }),
        trackRow('d', { average_vote_rating: 4.5 }),
      ),
    );
    expect(shownIds(catalogue)).toEqual(['d', 'b', 'c', 'a']);
  });

  it("[S-33] gives one person's tracks newest first, including private and queued ones, and notifies of changes", () => {
    const catalogue = openCatalogue();
    const own = catalogue.tracksOf('artist');
    let notifications = 0;
    own.subscribe(() => notifications++);
    catalogue.apply(
      put(
        trackRow('a', { created_at: '2027-01-01T00:00:00.000Z', is_public: false }),
        trackRow('b', { created_at: '2027-01-02T00:00:00.000Z' }),
        trackRow('c', { user_id: 'other' }),
      ),
    );
    const waiting = { ...trackRow('d', { created_at: '2027-01-03T00:00:00.000Z' }), rev: 0 };
    catalogue.setCreated([tracks.row.parse(waiting)]);
    expect(own.get().map((view) => view.id)).toEqual(['d', 'b', 'a']);
    expect(notifications).toBe(2);
    catalogue.apply(put(trackRow('d', { created_at: '2027-01-03T00:00:00.000Z' })));
    expect(own.get().map((view) => [view.id, view.rev])).toEqual([
      ['d', 1],
      ['b', 1],
      ['a', 1],
    ]);
    const before = own.get();
    catalogue.apply(put(trackRow('e', { user_id: 'other' })));
    expect(own.get()).toBe(before);
  });

  it("[SY-23] keeps an artist's list the same object while the tracks of others change, also when they change in slices", () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a'), trackRow('b', { user_id: 'other' })));
    const list = catalogue.tracksOf('artist');
    const before = list.get();
    let notifications = 0;
    const watch = () => list.subscribe(() => notifications++);
    const stop = watch();
    catalogue.applySlice(put(trackRow('c', { user_id: 'other' }), trackRow('b', { user_id: 'other', rev: 2 })));
    catalogue.settle();
    expect([notifications, list.get() === before]).toEqual([0, true]);
    stop();
    catalogue.apply([{ id: 'a', row: null, rev: 2 }]);
    expect([notifications, list.get()]).toEqual([0, []]);
    watch();
    catalogue.apply(put(trackRow('a', { rev: 3 })));
    expect([notifications, list.get()]).toEqual([1, [catalogue.get('a')]]);
  });

  it('[S-19] gives the public tracks that are sponsored, the most recently sponsored first', () => {
    const catalogue = openCatalogue();
    const sponsored = (id: string, day: number, change: Record<string, unknown> = {}) =>
      trackRow(id, { sponsored: true, sponsored_at: `2027-01-0${day}T00:00:00.000Z`, ...change });
    const list = catalogue.sponsored({ search: '', genre: null });
    let notifications = 0;
    list.subscribe(() => notifications++);
    catalogue.apply(put(trackRow('a'), sponsored('b', 1), sponsored('c', 3, { is_public: false }), sponsored('d', 2)));
    expect([notifications, list.get().tracks]).toEqual([1, [catalogue.get('d'), catalogue.get('b')]]);
    catalogue.apply(put(trackRow('a', { rev: 2, title: 'Other' })));
    expect(notifications).toBe(1);
    catalogue.setOverlay({ ...noOverlay, edits: new Map([['d', { is_public: false }]]) });
    catalogue.apply(put(trackRow('b', { rev: 2 }), sponsored('a', 4, { rev: 3 })));
    expect([notifications, list.get().tracks]).toEqual([3, [catalogue.get('a')]]);
  });

  it('[S-44] finds sponsored tracks by the same search and genre as Explore', () => {
    const catalogue = openCatalogue();
    const sponsored = (id: string, title: string, genre: string) =>
      trackRow(id, { title, genre, sponsored: true, sponsored_at: `2027-01-01T00:00:0${id}.000Z` });
    catalogue.setState('complete', 0);
    catalogue.apply(
      put(sponsored('1', 'Night Tram', 'House'), sponsored('2', 'Ghost Tram', 'Jazz'), sponsored('3', 'Kiln', 'House')),
    );
    catalogue.apply(put(trackRow('4', { title: 'Last Tram', genre: 'House' })));
    const found = (search: string, genre: string | null) =>
      catalogue
        .sponsored({ search, genre })
        .get()
        .tracks.map(({ title }) => title);
    expect(found('tram', null)).toEqual(['Ghost Tram', 'Night Tram']);
    expect(found('tram', 'House')).toEqual(['Night Tram']);
    expect(found('', 'House')).toEqual(['Kiln', 'Night Tram']);
  });

  it('omits private and sponsored tracks, which single views still show', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { is_public: false }), trackRow('b', { sponsored: true }), trackRow('c')));
    expect(shownIds(catalogue)).toEqual(['c']);
    expect(catalogue.track('b').get()?.title).toBe('Track b');
  });

  it("[S-43] shows the name in the owner's profile, else the track's artist name, and follows the profile's changes", () => {
    const names = new Map<string, string>();
    const catalogue = openCatalogue((id) => names.get(id) ?? null);
    catalogue.apply(put(trackRow('a'), trackRow('b', { user_id: 'other' })));
    const other = catalogue.get('b');
    const shown = () => [catalogue.get('a')?.artist_name, catalogue.get('a')?.credited_as];
    expect(shown()).toEqual(['Artist', 'Artist']);
    names.set('artist', 'Low Tide Union');
    catalogue.rename(['artist', 'other']);
    catalogue.settle();
    expect(shown()).toEqual(['Low Tide Union', 'Artist']);
    expect(shownIds(catalogue, { search: 'low tide', genre: null })).toEqual(['a']);
    expect(catalogue.get('b')).toBe(other);
    const before = catalogue.get('a');
    catalogue.rename(['artist']);
    expect(catalogue.get('a')).toBe(before);
    names.delete('artist');
    catalogue.rename(['artist']);
    expect(shown()).toEqual(['Artist', 'Artist']);
  });

  it('returns the same object for a view until something in it changes', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a'), trackRow('b')));
    const [before] = [catalogue.explore(all).get().tracks];
    catalogue.apply(put(trackRow('b', { rev: 2, play_count: 7 })));
    const after = catalogue.explore(all).get().tracks;
    expect(after.find((view) => view.id === 'a')).toBe(before.find((view) => view.id === 'a'));
    expect(after.find((view) => view.id === 'b')?.play_count).toBe(7);
    catalogue.apply(put(trackRow('b', { rev: 2, play_count: 9 })));
    expect(catalogue.explore(all).get().tracks).toBe(after);
  });

  it('[SY-12] ignores older revisions', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { rev: 3, title: 'New' })));
    catalogue.apply(put(trackRow('a', { rev: 2, title: 'Old' })));
    expect(catalogue.get('a')?.title).toBe('New');
  });

  it('[SY-12] does not restore a removed track when an older row arrives after its removal', () => {
    const catalogue = openCatalogue();
    catalogue.apply([{ id: 'a', row: null, rev: 3 }]);
    catalogue.apply(put(trackRow('a', { rev: 2 })));
    expect(catalogue.get('a')).toBeNull();
    catalogue.apply(put(trackRow('a', { rev: 4 })));
    expect(catalogue.get('a')?.rev).toBe(4);
  });

  it("has the server's count of tracks while only the first screen is loaded", () => {
    const catalogue = openCatalogue();
    expect(catalogue.explore(all).get()).toEqual(emptyView);
    catalogue.apply(put(trackRow('a')));
    catalogue.setState('first', 128);
    expect(catalogue.explore(all).get().total).toBe(128);
    expect(catalogue.explore({ search: 'a', genre: null }).get().total).toBe(1);
    catalogue.setState('complete', 0);
    expect(catalogue.explore(all).get().total).toBe(1);
  });

  it('[SY-23] notifies its lists once per page, and single views at each slice', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { title: 'Kiln' }), trackRow('b')));
    const notifications: string[] = [];
    catalogue.track('c').subscribe(() => notifications.push('c'));
    catalogue.explore(all).subscribe(() => notifications.push('all'));
    catalogue.applySlice(put(trackRow('c'), trackRow('b', { rev: 2, is_public: false })));
    catalogue.applySlice([{ id: 'a', row: null, rev: 2 }, ...put(trackRow('d'))]);
    expect([notifications, shownIds(catalogue)]).toEqual([['c'], ['a', 'b']]);
    expect(catalogue.get('d')?.title).toBe('Track d');
    catalogue.settle();
    catalogue.settle();
    expect([notifications, shownIds(catalogue)]).toEqual([
      ['c', 'all'],
      ['c', 'd'],
    ]);
    catalogue.applySlice(put(trackRow('e')));
    catalogue.setState('complete', 0);
    expect(shownIds(catalogue)).toEqual(['c', 'd', 'e']);
  });

  it('has the order of a sorted list after any changes', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 12 }).map((n) => `t${String(n).padStart(3, '0')}`),
      rating: fc.integer({ min: 0, max: 5 }),
      isPublic: fc.boolean(),
      isRemoved: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(change, { maxLength: 20, size: 'max' }), fc.boolean()), { maxLength: 6 }),
        (batches) => {
          const catalogue = openCatalogue();
          const model = new Map<string, Row>();
          let rev = 0;
          for (const [batch, isSlice] of batches) {
            const changes = batch.map(({ id, rating, isPublic, isRemoved }) => {
              const row = trackRow(id, { rev: ++rev, average_vote_rating: rating, is_public: isPublic });
              if (isRemoved) model.delete(id);
              else model.set(id, row);
              return isRemoved ? { id, row: null, rev } : { id, row };
            });
            if (isSlice) catalogue.applySlice(changes);
            else catalogue.apply(changes);
          }
          catalogue.settle();
          const wanted = [...model.values()]
            .filter((row) => row['is_public'])
            .sort(
              (a, b) => Number(b['average_vote_rating']) - Number(a['average_vote_rating']) || (a.id < b.id ? -1 : 1),
            )
            .map((row) => row.id);
          expect(shownIds(catalogue)).toEqual(wanted);
        },
      ),
    );
  });

  it('gives a track its file addresses, and default values where the person has done nothing with it', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { cover_url: 'artist/a.png' })));
    const base = 'https://backend.test/storage/v1/object/public';
    expect(catalogue.get('a')).toMatchObject({
      audioSrc: `${base}/tracks/artist/a.mp3`,
      coverSrc: `${base}/covers/artist/a.png`,
      playedToday: false,
      myVote: null,
      myShare: { isShared: false, sharedAt: null, isPending: false },
      isEdited: false,
    });
  });

  it('requests a single missing track while the catalogue is incomplete', () => {
    const requested: string[] = [];
    const catalogue = createCatalogue(
      config,
      (id) => requested.push(id),
      createDerived(),
      () => null,
      () => null,
    );
    catalogue.apply(put(trackRow('a')));
    catalogue.setState('first', 2);
    expect(catalogue.state()).toBe('first');
    catalogue.track('a');
    catalogue.track('b');
    expect(requested).toEqual(['b']);
    catalogue.setState('complete', 2);
    catalogue.track('c');
    expect(requested).toEqual(['b']);
    expect(catalogue.track('b')).toBe(catalogue.track('b'));
  });

  it('orders tracks of the same time by their ids', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('b'), trackRow('c'), trackRow('a')));
    const own = catalogue.tracksOf('artist');
    expect(own.get().map((view) => view.id)).toEqual(['a', 'b', 'c']);
    expect(catalogue.tracksOf('artist')).toBe(own);
  });

  it('[SY-8] is empty after a reset, and accepts older rows again', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { rev: 5 })));
    catalogue.setState('complete', 1);
    const single = catalogue.track('a');
    catalogue.reset();
    expect([single.get(), catalogue.explore(all).get()]).toEqual([null, emptyView]);
    catalogue.apply(put(trackRow('a', { rev: 1 })));
    expect(shownIds(catalogue)).toEqual(['a']);
  });
});
