import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../core/ports.ts';
import { trackRow } from '../model/rows.ts';
import { createCatalogue } from './catalogue.ts';
import { noMarks } from './tracks.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };

function track(id: string, change: Record<string, unknown> = {}): Row {
  return {
    id,
    rev: 1,
    user_id: 'artist',
    title: `Track ${id}`,
    artist_name: 'Artist',
    genre: 'House',
    audio_url: `artist/${id}.mp3`,
    cover_url: null,
    duration_ms: 180_000,
    audio_bytes: 1_000,
    radio_opt_in: false,
    is_public: true,
    sponsored: false,
    sponsored_at: null,
    play_count: 0,
    total_votes: 0,
    average_vote_rating: 0,
    highlighted_until: null,
    created_at: '2027-01-01T00:00:00.000Z',
    ...change,
  };
}
const put = (...rows: Row[]) => rows.map((row) => ({ id: row.id, row }));
const open = () => createCatalogue(config, () => undefined);
const all = { search: '', genre: null };
const ids = (catalogue: ReturnType<typeof open>, filter: { search: string; genre: string | null } = all) =>
  catalogue
    .explore(filter)
    .get()
    .tracks.map((view) => view.id);

describe('the catalogue', () => {
  it('[S-33] is ordered by average rating, then the newest, to the microsecond', () => {
    const catalogue = open();
    catalogue.offer(
      put(
        track('a', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000001Z' }),
        track('b', { average_vote_rating: 4.25 }),
        track('c', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000002Z' }),
        track('d', { average_vote_rating: 4.5 }),
      ),
    );
    expect(ids(catalogue)).toEqual(['d', 'b', 'c', 'a']);
  });

  it("[S-33] gives one person's tracks newest first, private and waiting ones among them, and tells of a change", () => {
    const catalogue = open();
    const own = catalogue.tracksOf('artist');
    let told = 0;
    own.subscribe(() => told++);
    catalogue.offer(
      put(
        track('a', { created_at: '2027-01-01T00:00:00.000Z', is_public: false }),
        track('b', { created_at: '2027-01-02T00:00:00.000Z' }),
        track('c', { user_id: 'other' }),
      ),
    );
    const waiting = { ...track('d', { created_at: '2027-01-03T00:00:00.000Z' }), rev: 0 };
    catalogue.setCreated([trackRow.parse(waiting)]);
    expect(own.get().map((view) => view.id)).toEqual(['d', 'b', 'a']);
    expect(told).toBe(2);
    catalogue.offer(put(track('d', { created_at: '2027-01-03T00:00:00.000Z' })));
    expect(own.get().map((view) => [view.id, view.rev])).toEqual([
      ['d', 1],
      ['b', 1],
      ['a', 1],
    ]);
    const before = own.get();
    catalogue.offer(put(track('e', { user_id: 'other' })));
    expect(own.get()).toBe(before);
  });

  it('leaves out private and sponsored tracks, which single views still show', () => {
    const catalogue = open();
    catalogue.offer(put(track('a', { is_public: false }), track('b', { sponsored: true }), track('c')));
    expect(ids(catalogue)).toEqual(['c']);
    expect(catalogue.track('b').get()?.title).toBe('Track b');
  });

  it('finds a part of a title or an artist whatever its case and accents, inside a genre', () => {
    const catalogue = open();
    catalogue.offer(
      put(
        track('a', { title: 'Ærø Café', artist_name: 'Ólafur' }),
        track('b', { title: 'Nightcafe', genre: 'Techno' }),
        track('c', { title: 'Harbour' }),
      ),
    );
    expect(ids(catalogue, { search: ' CAFE ', genre: null })).toEqual(['a', 'b']);
    expect(ids(catalogue, { search: 'olaf', genre: null })).toEqual(['a']);
    expect(ids(catalogue, { search: 'café', genre: 'Techno' })).toEqual(['b']);
  });

  it('keeps each view the same object until something in it changes', () => {
    const catalogue = open();
    catalogue.offer(put(track('a'), track('b')));
    const [before] = [catalogue.explore(all).get().tracks];
    catalogue.offer(put(track('b', { rev: 2, play_count: 7 })));
    const after = catalogue.explore(all).get().tracks;
    expect(after.find((view) => view.id === 'a')).toBe(before.find((view) => view.id === 'a'));
    expect(after.find((view) => view.id === 'b')?.play_count).toBe(7);
    catalogue.offer(put(track('b', { rev: 2, play_count: 9 })));
    expect(catalogue.explore(all).get().tracks).toBe(after);
  });

  it('[SY-12] takes no older revision, whichever way it came', () => {
    const catalogue = open();
    catalogue.offer(put(track('a', { rev: 3, title: 'New' })));
    catalogue.offer(put(track('a', { rev: 2, title: 'Old' })));
    expect(catalogue.get('a')?.title).toBe('New');
  });

  it('tells its watchers of a change once, and others not at all', () => {
    const catalogue = open();
    catalogue.offer(put(track('a'), track('b')));
    const told: string[] = [];
    catalogue.track('a').subscribe(() => told.push('a'));
    catalogue.track('b').subscribe(() => told.push('b'));
    catalogue.explore(all).subscribe(() => told.push('all'));
    catalogue.explore({ search: 'track a', genre: null }).subscribe(() => told.push('search'));
    catalogue.offer(put(track('b', { rev: 2 })));
    expect(told).toEqual(['b', 'all']);
  });

  it('shows what was played today without touching other views', () => {
    const catalogue = open();
    catalogue.offer(put(track('a'), track('b')));
    const b = catalogue.get('b');
    catalogue.setMarks({ ...noMarks, playedToday: new Set(['a']) });
    expect(
      catalogue
        .explore(all)
        .get()
        .tracks.map((view) => view.playedToday),
    ).toEqual([true, false]);
    expect(catalogue.get('b')).toBe(b);
  });

  it('[SY-1] shows what waits over the rows, and the rows again when nothing waits', () => {
    const catalogue = open();
    catalogue.offer(put(track('a', { user_id: 'me' }), track('b', { user_id: 'me' }), track('c')));
    const before = catalogue.explore(all).get().tracks;
    const own = catalogue.tracksOf('me');
    const vote = { weight: 4, editableUntil: null, isPending: true };
    catalogue.setMarks({
      ...noMarks,
      votes: new Map([['c', vote]]),
      shares: new Map([['c', { isShared: true, isPending: true }]]),
      edits: new Map([['a', { title: 'Renamed', is_public: false }]]),
      removed: new Set(['b']),
    });
    expect(ids(catalogue)).toEqual(['c']);
    expect(catalogue.get('c')).toMatchObject({ myVote: vote, myShare: { isShared: true, isPending: true } });
    expect(own.get().map(({ id, title, is_public, isEdited }) => ({ id, title, is_public, isEdited }))).toEqual([
      { id: 'a', title: 'Renamed', is_public: false, isEdited: true },
    ]);
    expect(catalogue.track('b').get()).toBeNull();
    expect(ids(catalogue, { search: 'renamed', genre: null })).toEqual([]);
    // A newer row of the server arrives beneath what waits.
    catalogue.offer(put(track('a', { user_id: 'me', rev: 2, play_count: 7 })));
    expect(catalogue.get('a')).toMatchObject({ title: 'Renamed', play_count: 7 });
    catalogue.setMarks(noMarks);
    expect(ids(catalogue)).toEqual(before.map((view) => view.id));
    expect(catalogue.get('a')).toMatchObject({ title: 'Track a', play_count: 7, isEdited: false });
    expect(catalogue.get('c')).toEqual(before.find((view) => view.id === 'c'));
  });

  it('counts as the server does while only the first screen is there', () => {
    const catalogue = open();
    expect(catalogue.explore(all).get()).toEqual({ state: 'empty', tracks: [], total: 0 });
    catalogue.offer(put(track('a')));
    catalogue.setState('first', 128);
    expect(catalogue.explore(all).get().total).toBe(128);
    expect(catalogue.explore({ search: 'a', genre: null }).get().total).toBe(1);
    catalogue.setState('complete', 0);
    expect(catalogue.explore(all).get().total).toBe(1);
  });

  it('[SY-23] tells its lists of the slices of a page together, and single views at once', () => {
    const catalogue = open();
    catalogue.offer(put(track('a'), track('b')));
    const told: string[] = [];
    catalogue.track('c').subscribe(() => told.push('c'));
    catalogue.explore(all).subscribe(() => told.push('all'));
    catalogue.offerSlice(put(track('c'), track('b', { rev: 2, is_public: false })));
    catalogue.offerSlice([{ id: 'a', row: null }, ...put(track('d'))]);
    expect([told, ids(catalogue)]).toEqual([['c'], ['a', 'b']]);
    expect(catalogue.get('d')?.title).toBe('Track d');
    catalogue.settle();
    catalogue.settle();
    expect([told, ids(catalogue)]).toEqual([
      ['c', 'all'],
      ['c', 'd'],
    ]);
    catalogue.offerSlice(put(track('e')));
    catalogue.setState('complete', 0);
    expect(ids(catalogue)).toEqual(['c', 'd', 'e']);
  });

  it('stays ordered through any changes, as if it were sorted anew', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 120 }).map((n) => `t${String(n).padStart(3, '0')}`),
      rating: fc.integer({ min: 0, max: 5 }),
      isPublic: fc.boolean(),
      isRemoved: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(change, { maxLength: 90 }), fc.boolean()), { maxLength: 6 }),
        (batches) => {
          const catalogue = open();
          const model = new Map<string, Row>();
          let rev = 0;
          for (const [batch, isSlice] of batches) {
            const changes = batch.map(({ id, rating, isPublic, isRemoved }) => {
              const row = track(id, { rev: ++rev, average_vote_rating: rating, is_public: isPublic });
              if (isRemoved) model.delete(id);
              else model.set(id, row);
              return { id, row: isRemoved ? null : row };
            });
            if (isSlice) catalogue.offerSlice(changes);
            else catalogue.offer(changes);
          }
          catalogue.settle();
          const wanted = [...model.values()]
            .filter((row) => row['is_public'])
            .sort(
              (a, b) => Number(b['average_vote_rating']) - Number(a['average_vote_rating']) || (a.id < b.id ? -1 : 1),
            )
            .map((row) => row.id);
          expect(ids(catalogue)).toEqual(wanted);
        },
      ),
    );
  });
});
