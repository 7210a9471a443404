import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../core/ports.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { tracks } from '../model/tables/tracks.ts';
import { createCatalogue } from './catalogue.ts';
import { noOverlay } from './tracks.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };

const put = (...rows: Row[]) => rows.map((row) => ({ id: row.id, row }));
const open = (nameOf?: (userId: string) => string | null) =>
  createCatalogue(config, () => undefined, undefined, nameOf);
const all = { search: '', genre: null };
const nothingYet = { state: 'empty', match: 'exact', marks: [], tracks: [], total: 0 };
const ids = (catalogue: ReturnType<typeof open>, filter: { search: string; genre: string | null } = all) =>
  catalogue
    .explore(filter)
    .get()
    .tracks.map((view) => view.id);

/** Once a search has brought the code that forgives. */
async function warm(catalogue: ReturnType<typeof open>): Promise<void> {
  const found = catalogue.explore({ search: 'warm', genre: null });
  await expect.poll(() => found.get().match).not.toBe('looking');
}

describe('the catalogue', () => {
  it('[S-33] is ordered by average rating, then the newest, to the microsecond', () => {
    const catalogue = open();
    catalogue.offer(
      put(
        trackRow('a', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000001Z' }),
        trackRow('b', { average_vote_rating: 4.25 }),
        trackRow('c', { average_vote_rating: 3, created_at: '2027-01-01T00:00:00.000002Z' }),
        trackRow('d', { average_vote_rating: 4.5 }),
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
        trackRow('a', { created_at: '2027-01-01T00:00:00.000Z', is_public: false }),
        trackRow('b', { created_at: '2027-01-02T00:00:00.000Z' }),
        trackRow('c', { user_id: 'other' }),
      ),
    );
    const waiting = { ...trackRow('d', { created_at: '2027-01-03T00:00:00.000Z' }), rev: 0 };
    catalogue.setCreated([tracks.row.parse(waiting)]);
    expect(own.get().map((view) => view.id)).toEqual(['d', 'b', 'a']);
    expect(told).toBe(2);
    catalogue.offer(put(trackRow('d', { created_at: '2027-01-03T00:00:00.000Z' })));
    expect(own.get().map((view) => [view.id, view.rev])).toEqual([
      ['d', 1],
      ['b', 1],
      ['a', 1],
    ]);
    const before = own.get();
    catalogue.offer(put(trackRow('e', { user_id: 'other' })));
    expect(own.get()).toBe(before);
  });

  it("[SY-23] keeps an artist's list the same while the tracks of others change, in slices too", () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a'), trackRow('b', { user_id: 'other' })));
    const list = catalogue.tracksOf('artist');
    const before = list.get();
    let told = 0;
    const look = () => list.subscribe(() => told++);
    const stop = look();
    catalogue.offerSlice(put(trackRow('c', { user_id: 'other' }), trackRow('b', { user_id: 'other', rev: 2 })));
    catalogue.settle();
    expect([told, list.get() === before]).toEqual([0, true]);
    stop();
    catalogue.offer([{ id: 'a', row: null, rev: 2 }]);
    expect([told, list.get()]).toEqual([0, []]);
    look();
    catalogue.offer(put(trackRow('a', { rev: 3 })));
    expect([told, list.get()]).toEqual([1, [catalogue.get('a')]]);
  });

  it('[S-19] gives the public tracks that are sponsored, the last sponsored first', () => {
    const catalogue = open();
    const sponsored = (id: string, day: number, change: Record<string, unknown> = {}) =>
      trackRow(id, { sponsored: true, sponsored_at: `2027-01-0${day}T00:00:00.000Z`, ...change });
    const list = catalogue.sponsored;
    let told = 0;
    list.subscribe(() => told++);
    catalogue.offer(put(trackRow('a'), sponsored('b', 1), sponsored('c', 3, { is_public: false }), sponsored('d', 2)));
    expect([told, list.get()]).toEqual([1, [catalogue.get('d'), catalogue.get('b')]]);
    catalogue.offer(put(trackRow('a', { rev: 2, title: 'Other' })));
    expect(told).toBe(1);
    catalogue.setOverlay({ ...noOverlay, edits: new Map([['d', { is_public: false }]]) });
    catalogue.offer(put(trackRow('b', { rev: 2 }), sponsored('a', 4, { rev: 3 })));
    expect([told, list.get()]).toEqual([3, [catalogue.get('a')]]);
  });

  it('leaves out private and sponsored tracks, which single views still show', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { is_public: false }), trackRow('b', { sponsored: true }), trackRow('c')));
    expect(ids(catalogue)).toEqual(['c']);
    expect(catalogue.track('b').get()?.title).toBe('Track b');
  });

  it('finds a part of a title or an artist whatever its case and accents, inside a genre', () => {
    const catalogue = open();
    catalogue.offer(
      put(
        trackRow('a', { title: 'Ærø Café', artist_name: 'Ólafur' }),
        trackRow('b', { title: 'Nightcafe', genre: 'Techno' }),
        trackRow('c', { title: 'Harbour' }),
      ),
    );
    expect(ids(catalogue, { search: ' CAFE ', genre: null })).toEqual(['a', 'b']);
    expect(ids(catalogue, { search: 'olaf', genre: null })).toEqual(['a']);
    expect(ids(catalogue, { search: 'café', genre: 'Techno' })).toEqual(['b']);
  });

  it('finds words in any order, in title, both names and genre', () => {
    const names = new Map([['artist', 'Low Tide Union']]);
    const catalogue = open((id) => names.get(id) ?? null);
    catalogue.offer(put(trackRow('a', { title: 'Ghost Tram', artist_name: 'L. T. U.', genre: 'R&B' }), trackRow('b')));
    const searches = ['tram ghost', 'union r&b', 'l. t. u.', 'TIDE tram'];
    expect(searches.map((search) => ids(catalogue, { search, genre: null }))).toEqual(searches.map(() => ['a']));
    expect(catalogue.explore({ search: 'Tram ghost', genre: null }).get()).toMatchObject({
      match: 'exact',
      marks: ['tram', 'ghost'],
    });
  });

  it('forgives a letter in each word only where nothing is found without, and says so', async () => {
    const catalogue = open();
    catalogue.offer(
      put(
        trackRow('a', { title: 'Ghost Tram' }),
        trackRow('b', { title: 'Ghost Tram (Depot)' }),
        trackRow('c', { title: 'Roast' }),
      ),
    );
    await warm(catalogue);
    for (const search of ['gost tram', 'ghast tram', 'ghoost tram', 'gohst tarm', 'chost', 'tram gost', 'ghst'])
      expect([search, ids(catalogue, { search, genre: null })]).toEqual([search, ['a', 'b']]);
    expect(catalogue.explore({ search: 'gost tram', genre: null }).get()).toMatchObject({
      match: 'close',
      marks: ['gost', 'tram', 'ghost', 'tram'],
      total: 2,
    });
    expect(ids(catalogue, { search: 'gosst tram', genre: null })).toEqual([]);
    catalogue.offer(put(trackRow('d', { title: 'Gost' })));
    expect(catalogue.explore({ search: 'gost', genre: null }).get()).toMatchObject({ match: 'exact', total: 1 });
  });

  it('forgives nothing in short words and in numbers', async () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { title: 'Dub 1984' })));
    await warm(catalogue);
    expect(['dob', '1985'].map((search) => ids(catalogue, { search, genre: null }))).toEqual([[], []]);
  });

  it('reads the words of a large catalogue piece by piece, and tells when a search has its answer', async () => {
    const catalogue = open();
    catalogue.offer(put(...Array.from({ length: 1200 }, (_, n) => trackRow(`t${n}`, { title: `Harbour ${n}` }))));
    const found = catalogue.explore({ search: 'harbuor', genre: null });
    expect(found.get()).toMatchObject({ match: 'looking', total: 0 });
    let told = 0;
    found.subscribe(() => told++);
    await expect.poll(() => found.get()).toMatchObject({ match: 'close', total: 1200 });
    expect(told).toBe(1);
  });

  it("[S-43] shows the name in the owner's profile, else the track's, as the profile changes", () => {
    const names = new Map<string, string>();
    const catalogue = open((id) => names.get(id) ?? null);
    catalogue.offer(put(trackRow('a'), trackRow('b', { user_id: 'other' })));
    const other = catalogue.get('b');
    const shown = () => [catalogue.get('a')?.artist_name, catalogue.get('a')?.credited_as];
    expect(shown()).toEqual(['Artist', 'Artist']);
    names.set('artist', 'Low Tide Union');
    catalogue.rename(['artist', 'other']);
    catalogue.settle();
    expect(shown()).toEqual(['Low Tide Union', 'Artist']);
    expect(ids(catalogue, { search: 'low tide', genre: null })).toEqual(['a']);
    expect(catalogue.get('b')).toBe(other);
    const before = catalogue.get('a');
    catalogue.rename(['artist']);
    expect(catalogue.get('a')).toBe(before);
    names.delete('artist');
    catalogue.rename(['artist']);
    expect(shown()).toEqual(['Artist', 'Artist']);
  });

  it('keeps each view the same object until something in it changes', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a'), trackRow('b')));
    const [before] = [catalogue.explore(all).get().tracks];
    catalogue.offer(put(trackRow('b', { rev: 2, play_count: 7 })));
    const after = catalogue.explore(all).get().tracks;
    expect(after.find((view) => view.id === 'a')).toBe(before.find((view) => view.id === 'a'));
    expect(after.find((view) => view.id === 'b')?.play_count).toBe(7);
    catalogue.offer(put(trackRow('b', { rev: 2, play_count: 9 })));
    expect(catalogue.explore(all).get().tracks).toBe(after);
  });

  it('[SY-12] takes no older revision, whichever way it came', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { rev: 3, title: 'New' })));
    catalogue.offer(put(trackRow('a', { rev: 2, title: 'Old' })));
    expect(catalogue.get('a')?.title).toBe('New');
  });

  it('[SY-12] keeps a removed track away when an older row arrives after its removal', () => {
    const catalogue = open();
    catalogue.offer([{ id: 'a', row: null, rev: 3 }]);
    catalogue.offer(put(trackRow('a', { rev: 2 })));
    expect(catalogue.get('a')).toBeNull();
    catalogue.offer(put(trackRow('a', { rev: 4 })));
    expect(catalogue.get('a')?.rev).toBe(4);
  });

  it('tells its watchers of a change once, and others not at all', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { title: 'Kiln' }), trackRow('b')));
    const told: string[] = [];
    catalogue.track('a').subscribe(() => told.push('a'));
    catalogue.track('b').subscribe(() => told.push('b'));
    catalogue.explore(all).subscribe(() => told.push('all'));
    catalogue.explore({ search: 'kiln', genre: null }).subscribe(() => told.push('search'));
    catalogue.offer(put(trackRow('b', { rev: 2 })));
    expect(told).toEqual(['b', 'all']);
  });

  it('shows what was played today without touching other views', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a'), trackRow('b')));
    const b = catalogue.get('b');
    catalogue.setOverlay({ ...noOverlay, plays: new Map([['a', true]]) });
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
    catalogue.offer(put(trackRow('a', { user_id: 'me' }), trackRow('b', { user_id: 'me' }), trackRow('c')));
    const before = catalogue.explore(all).get().tracks;
    const own = catalogue.tracksOf('me');
    const vote = { weight: 4, editableUntil: null, isPending: true };
    catalogue.setOverlay({
      ...noOverlay,
      votes: new Map([['c', vote]]),
      shares: new Map([['c', { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true }]]),
      edits: new Map([['a', { title: 'Renamed', is_public: false }]]),
      removed: new Set(['b']),
    });
    expect(ids(catalogue)).toEqual(['c']);
    expect(catalogue.get('c')).toMatchObject({
      myVote: vote,
      myShare: { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true },
    });
    expect(own.get().map(({ id, title, is_public, isEdited }) => ({ id, title, is_public, isEdited }))).toEqual([
      { id: 'a', title: 'Renamed', is_public: false, isEdited: true },
    ]);
    expect(catalogue.track('b').get()).toBeNull();
    expect(ids(catalogue, { search: 'renamed', genre: null })).toEqual([]);
    // A newer row of the server arrives beneath what waits.
    catalogue.offer(put(trackRow('a', { user_id: 'me', rev: 2, play_count: 7 })));
    expect(catalogue.get('a')).toMatchObject({ title: 'Renamed', play_count: 7 });
    catalogue.setOverlay(noOverlay);
    expect(ids(catalogue)).toEqual(before.map((view) => view.id));
    expect(catalogue.get('a')).toMatchObject({ title: 'Track a', play_count: 7, isEdited: false });
    expect(catalogue.get('c')).toEqual(before.find((view) => view.id === 'c'));
  });

  it('counts as the server does while only the first screen is there', () => {
    const catalogue = open();
    expect(catalogue.explore(all).get()).toEqual(nothingYet);
    catalogue.offer(put(trackRow('a')));
    catalogue.setState('first', 128);
    expect(catalogue.explore(all).get().total).toBe(128);
    expect(catalogue.explore({ search: 'a', genre: null }).get().total).toBe(1);
    catalogue.setState('complete', 0);
    expect(catalogue.explore(all).get().total).toBe(1);
  });

  it('[SY-23] tells its lists of the slices of a page together, and single views at once', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { title: 'Kiln' }), trackRow('b')));
    const told: string[] = [];
    catalogue.track('c').subscribe(() => told.push('c'));
    catalogue.explore(all).subscribe(() => told.push('all'));
    catalogue.offerSlice(put(trackRow('c'), trackRow('b', { rev: 2, is_public: false })));
    catalogue.offerSlice([{ id: 'a', row: null, rev: 2 }, ...put(trackRow('d'))]);
    expect([told, ids(catalogue)]).toEqual([['c'], ['a', 'b']]);
    expect(catalogue.get('d')?.title).toBe('Track d');
    catalogue.settle();
    catalogue.settle();
    expect([told, ids(catalogue)]).toEqual([
      ['c', 'all'],
      ['c', 'd'],
    ]);
    catalogue.offerSlice(put(trackRow('e')));
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
              const row = trackRow(id, { rev: ++rev, average_vote_rating: rating, is_public: isPublic });
              if (isRemoved) model.delete(id);
              else model.set(id, row);
              return isRemoved ? { id, row: null, rev } : { id, row };
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

  it('gives the addresses of files, and what is known of nobody', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { cover_url: 'artist/a.png' })));
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

  it('asks for a single track that is missing, as long as not all are here', () => {
    const asked: string[] = [];
    const catalogue = createCatalogue(config, (id) => asked.push(id));
    catalogue.offer(put(trackRow('a')));
    catalogue.setState('first', 2);
    expect(catalogue.state()).toBe('first');
    catalogue.track('a');
    catalogue.track('b');
    expect(asked).toEqual(['b']);
    catalogue.setState('complete', 2);
    catalogue.track('c');
    expect(asked).toEqual(['b']);
    expect(catalogue.track('b')).toBe(catalogue.track('b'));
  });

  it('makes a view anew for each change of a mark, and for no other', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a'), trackRow('b')));
    const vote = { weight: 4, editableUntil: null, isPending: true };
    const share = { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true };
    const until = '2027-01-02T00:00:00.000Z';
    const steps: Partial<typeof noOverlay>[] = [
      { plays: new Map([['a', true]]) },
      {
        plays: new Map([
          ['a', true],
          ['x', true],
        ]),
      },
      {
        plays: new Map([
          ['x', true],
          ['y', false],
        ]),
      },
      { votes: new Map([['a', vote]]) },
      { votes: new Map([['a', { ...vote, weight: 5 }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false, editableUntil: until }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false, editableUntil: until }]]) },
      { shares: new Map([['a', share]]) },
      { shares: new Map([['a', { ...share, isPending: false }]]) },
      { shares: new Map([['a', { isPending: false, isShared: false, sharedAt: null }]]) },
      { shares: new Map([['a', { isPending: false, isShared: false, sharedAt: null }]]) },
      { edits: new Map([['a', { title: 'One' }]]) },
      { edits: new Map([['a', { title: 'One' }]]) },
      { removed: new Set(['a']) },
    ];
    const told: number[] = [];
    let step = -1;
    catalogue.track('a').subscribe(() => told.push(step));
    let overlay = noOverlay;
    const other = catalogue.get('b');
    for (const change of steps) {
      step++;
      overlay = { ...overlay, ...change };
      catalogue.setOverlay(overlay);
    }
    expect(told).toEqual([0, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14]);
    expect(catalogue.get('b')).toBe(other);
  });

  it('[SY-1] shows what waits over a track that the server does not have yet, and tells of its coming and going', () => {
    const catalogue = open();
    const waiting = tracks.row.parse(trackRow('a', { rev: 0, user_id: 'me' }));
    const told: (string | null)[] = [];
    const single = catalogue.track('a');
    single.subscribe(() => told.push(single.get()?.title ?? null));
    catalogue.setCreated([waiting]);
    catalogue.setOverlay({ ...noOverlay, edits: new Map([['a', { title: 'Renamed' }]]) });
    catalogue.setOverlay({ ...noOverlay, removed: new Set(['a']) });
    expect(catalogue.tracksOf('me').get()).toEqual([]);
    catalogue.setOverlay(noOverlay);
    catalogue.setCreated([]);
    expect(told.slice(0, 3)).toEqual(['Track a', 'Renamed', null]);
    expect(told.at(-1)).toBeNull();
    expect(ids(catalogue)).toEqual([]);
  });

  it('filters by a genre alone, and counts what it finds', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { genre: 'Techno' }), trackRow('b')));
    catalogue.setState('first', 90);
    expect(catalogue.explore({ search: '', genre: 'Techno' }).get()).toEqual({
      state: 'first',
      match: 'exact',
      marks: [],
      tracks: [catalogue.get('a')],
      total: 1,
    });
    expect(catalogue.explore({ search: ' x ', genre: null })).toBe(catalogue.explore({ search: 'x', genre: null }));
  });

  it('tells its lists of another state or number, and not of the same again', () => {
    const catalogue = open();
    const list = catalogue.explore(all);
    const told: [string, number][] = [];
    list.subscribe(() => told.push([list.get().state, list.get().total]));
    catalogue.setState('first', 7);
    catalogue.setState('first', 7);
    catalogue.setState('first', 8);
    catalogue.setState('complete', 8);
    expect(told).toEqual([
      ['first', 7],
      ['first', 8],
      ['complete', 0],
    ]);
  });

  it('orders tracks of one moment by their ids', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('b'), trackRow('c'), trackRow('a')));
    const own = catalogue.tracksOf('artist');
    expect(own.get().map((view) => view.id)).toEqual(['a', 'b', 'c']);
    expect(catalogue.tracksOf('artist')).toBe(own);
  });

  it('[SY-8] is empty after a reset, and takes older rows again', () => {
    const catalogue = open();
    catalogue.offer(put(trackRow('a', { rev: 5 })));
    catalogue.setState('complete', 1);
    const single = catalogue.track('a');
    catalogue.reset();
    expect([single.get(), catalogue.explore(all).get()]).toEqual([null, nothingYet]);
    catalogue.offer(put(trackRow('a', { rev: 1 })));
    expect(ids(catalogue)).toEqual(['a']);
  });

  it('forgets what nobody watches once it holds 200, and keeps what is watched', () => {
    const catalogue = open();
    const [watched, unwatched] = [catalogue.track('w'), catalogue.track('u')];
    watched.subscribe(() => undefined);
    for (let at = 0; at < 198; at++) catalogue.track(`t${at}`);
    expect(catalogue.track('u')).toBe(unwatched);
    catalogue.track('one more');
    expect(catalogue.track('w')).toBe(watched);
    expect(catalogue.track('u')).not.toBe(unwatched);
  });
});
