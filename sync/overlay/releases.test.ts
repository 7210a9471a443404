import { describe, expect, it } from 'vitest';
import type { PendingAction } from '../action-types.ts';
import type { ActionKind, ActionPayload } from '../model/actions.ts';
import type { ReleaseRow } from '../model/tables/releases.ts';
import { placesToArrange, toReleases } from './releases.ts';

const row = (id: string, change: Partial<ReleaseRow> = {}): ReleaseRow => ({
  id,
  rev: 1,
  user_id: 'me',
  title: id,
  artist_name: 'Me',
  kind: null,
  notes: '',
  places: [],
  awaited: [],
  publish_at: null,
  published_at: null,
  created_at: '2027-01-01T00:00:00.000Z',
  ...change,
});

const createdAt = Date.parse('2027-02-01T00:00:00Z');
const queued = <K extends ActionKind>(
  kind: K,
  payload: ActionPayload<K>,
): Pick<PendingAction, 'kind' | 'payload' | 'createdAt' | 'state'> => ({
  kind,
  payload,
  createdAt,
  state: { kind: 'queued' },
});
const created = (trackId: string, releaseId?: string, place?: string) =>
  queued('track.create', {
    track_id: trackId,
    title: trackId,
    artist_name: 'Me',
    genre: 'dub',
    audio_path: '',
    cover_path: null,
    rights_confirmed: true,
    radio_opt_in: false,
    ...(releaseId !== undefined && { release_id: releaseId }),
    ...(place !== undefined && { release_place: place }),
  });
const newRelease = (id: string, places: string[]) =>
  queued('release.create', {
    release_id: id,
    title: 'New',
    artist_name: 'Me',
    kind: null,
    notes: 'Notes',
    publish_at: null,
    places,
  });

const owners: Record<string, string> = { a: 'me', b: 'me', c: 'me', theirs: 'them' };
const show = (rows: readonly ReleaseRow[], ...pending: Parameters<typeof toReleases>[2][number][]) =>
  toReleases('me', rows, pending, (id) => owners[id] ?? null);
/** Places in order; awaited ones end with '?'. */
const placesOf = (releases: ReturnType<typeof toReleases>) =>
  Object.fromEntries(
    releases.map(({ id, places }) => [id, places.map((place) => place.id + (place.isAwaited ? '?' : '')).join(' ')]),
  );

describe('own releases', () => {
  it('are shown as in their rows', () => {
    const rows = [row('r', { kind: 'album', places: ['a', 'x'], awaited: ['x'], publish_at: '2027-03-01T00:00:00Z' })];
    expect(show(rows)).toEqual([
      {
        id: 'r',
        userId: 'me',
        title: 'r',
        artistName: 'Me',
        kind: 'album',
        isKindChosen: true,
        notes: '',
        publishAt: '2027-03-01T00:00:00Z',
        publishedAt: null,
        createdAt: '2027-01-01T00:00:00.000Z',
        isPending: false,
        places: [
          { id: 'a', isAwaited: false },
          { id: 'x', isAwaited: true },
        ],
      },
    ]);
  });

  it('follow the number of places in their kind, unless the owner chose one', () => {
    const kinds = [2, 3, 6, 7].map((count) => {
      const [release] = show([row('r', { places: Array.from({ length: count }, (_, at) => `p${at}`) })]);
      return [release?.kind, release?.isKindChosen];
    });
    expect(kinds).toEqual([
      ['single', false],
      ['ep', false],
      ['ep', false],
      ['album', false],
    ]);
  });

  it('[SY-1] await the places of a queued release until their tracks are queued', () => {
    expect(placesOf(show([], newRelease('r', ['p1', 'a', 'p2', 'theirs', 'p1'])))).toEqual({ r: 'p1? a p2?' });
    expect(placesOf(show([], newRelease('r', ['p1', 'p2']), created('t', 'r', 'p2')))).toEqual({ r: 'p1? t' });
  });

  it('show a queued release as pending, and never as out', () => {
    expect(show([], newRelease('r', ['a']))).toEqual([
      {
        id: 'r',
        userId: 'me',
        title: 'New',
        artistName: 'Me',
        kind: 'single',
        isKindChosen: false,
        notes: 'Notes',
        publishAt: null,
        publishedAt: null,
        createdAt: '2027-02-01T00:00:00.000Z',
        isPending: true,
        places: [{ id: 'a', isAwaited: false }],
      },
    ]);
  });

  it('take a track once, last if its place is unknown, and ignore one of a deleted release', () => {
    const rows = [row('r', { places: ['x', 'a'], awaited: ['x'] })];
    const track = created('t', 'r', 'gone');
    expect(placesOf(show(rows, track, track))).toEqual({ r: 'x? a t' });
    expect(placesOf(show(rows, created('t', 'r')))).toEqual({ r: 'x? a t' });
    expect(placesOf(show(rows, created('t', 'r', 'a'))), 'the place of another track').toEqual({ r: 'x? a t' });
    expect(placesOf(show(rows, created('t', 'deleted', 'x')))).toEqual({ r: 'x? a' });
  });

  it('move own tracks between releases, and ignore those of others and unknown ones', () => {
    const rows = [row('r', { places: ['a', 'x'], awaited: ['x'] }), row('s', { places: ['b', 'c'] })];
    const arrange = queued('release.arrange', { release_id: 'r', places: ['b', 'theirs', 'x', 'unknown', 'b'] });
    expect(placesOf(show(rows, arrange))).toEqual({ r: 'b x? a', s: 'c' });
    expect(placesOf(show(rows, newRelease('n', ['c'])))).toEqual({ r: 'a x?', s: 'b', n: 'c' });
    const uploaded = queued('release.arrange', { release_id: 's', places: ['t'] });
    expect(placesOf(show(rows, created('t'), uploaded))).toEqual({ r: 'a x?', s: 't b c' });
  });

  it('keep the order of queued uploads, whether or not the server has them when it orders the places', () => {
    const rows = [row('r', { places: ['p1', 'a', 'p2'], awaited: ['p1', 'p2'] })];
    const uploads = [created('t1', 'r', 'p1'), created('t2', 'r', 'p2'), created('t3', 's', 'p3')];
    const places = placesToArrange('r', ['t2', 'a', 't1'], uploads);
    expect(places).toEqual(['p2', 't2', 'a', 'p1', 't1']);
    const arrange = queued('release.arrange', { release_id: 'r', places });
    expect(placesOf(show(rows, ...uploads, arrange))).toEqual({ r: 't2 a t1' });
    expect(placesOf(show(rows, arrange, ...uploads))).toEqual({ r: 't2 a t1' });
    const error = { code: 'no', message: 'No' };
    const refused = uploads.map((upload) => ({ ...upload, state: { kind: 'dead', error } as const }));
    expect(placesToArrange('r', ['p2', 'a', 'p1'], refused)).toEqual(['p2', 'a', 'p1']);
  });

  it('lose a removed place and a deleted track', () => {
    const rows = [row('r', { places: ['a', 'x', 'b'], awaited: ['x'] })];
    const remove = (place: string) => queued('release.remove', { release_id: 'r', place });
    expect(placesOf(show(rows, remove('x')))).toEqual({ r: 'a b' });
    expect(placesOf(show(rows, queued('track.delete', { track_id: 'a' })))).toEqual({ r: 'x? b' });
    expect(show(rows, remove('gone')).map(({ isPending }) => isPending)).toEqual([false]);
    expect(show(rows, queued('release.delete', { release_id: 'r' }))).toEqual([]);
  });

  it('take changed fields; the date changes only before the release is out', () => {
    const update = queued('release.update', { release_id: 'r', title: 'Other', kind: 'ep', notes: 'More' });
    const dated = queued('release.update', { release_id: 'r', title: 'Later', publish_at: '2027-05-01T00:00:00Z' });
    const shown = (release: ReleaseRow) =>
      show([release], update, dated).map(({ title, kind, notes, publishAt }) => [title, kind, notes, publishAt]);
    expect(shown(row('r'))).toEqual([['Later', 'ep', 'More', '2027-05-01T00:00:00Z']]);
    expect(shown(row('r', { published_at: '2027-01-02T00:00:00Z' }))).toEqual([['Other', 'ep', 'More', null]]);
    const date = '2027-05-01T00:00:00Z';
    const sameDate = shown(row('r', { published_at: date, publish_at: date }));
    expect(sameDate).toEqual([['Later', 'ep', 'More', date]]);
  });

  it('wait for the server after an edit or a new order, and change nothing else', () => {
    const before = row('r', { places: ['a', 'b'], notes: 'Old' });
    const [shown] = show([before]);
    const renamed = queued('release.update', { release_id: 'r', artist_name: 'Us' });
    expect(show([before], renamed)).toEqual([{ ...shown, artistName: 'Us', isPending: true }]);
    const arranged = queued('release.arrange', { release_id: 'r', places: ['b'] });
    expect(show([before], arranged)).toEqual([{ ...shown, isPending: true, places: shown?.places.toReversed() }]);
  });

  it('ignore payloads of another form, and changes of unknown releases', () => {
    const rows = [row('r', { places: ['a'] })];
    const kinds = ['create', 'update', 'arrange', 'remove'].map((kind) => `release.${kind}` as ActionKind);
    const odd = [...kinds, 'track.create' as const, 'track.delete' as const].flatMap((kind) =>
      ['r', 'new'].map((id) => ({
        kind,
        payload: { release_id: id, title: 1, places: 1, place: 1, track_id: 1 },
        createdAt,
        state: { kind: 'queued' as const },
      })),
    );
    expect(show(rows, ...odd)).toEqual(show(rows));
    const unknown = [
      queued('release.update', { release_id: 'x', title: 'Other' }),
      queued('release.arrange', { release_id: 'x', places: ['a'] }),
      queued('release.remove', { release_id: 'x', place: 'a' }),
    ];
    expect(show(rows, ...unknown)).toEqual(show(rows));
  });

  it('keep the chosen places alone if their uploads’ ids would make more than 50', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
    const uploads = ids(26).map((id) => created(id, 'r', `place of ${id}`));
    expect(placesToArrange('r', ids(25), uploads)).toHaveLength(50);
    expect(placesToArrange('r', ids(26), uploads)).toEqual(ids(26));
    expect(placesToArrange('other', ids(2), uploads)).toEqual(ids(2));
  });

  it('do not apply refused actions', () => {
    const error = { code: 'no', message: 'No' };
    const refused = { ...newRelease('r', ['a']), state: { kind: 'dead', error } as const };
    expect(show([], refused)).toEqual([]);
  });
});
