import { describe, expect, it } from 'vitest';
import { visitAnswer } from '../../tests/sync/support/visits.ts';
import { all, openCatalogue, put, shownIds } from '../../tests/sync/support/catalogue.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import type { ExploreFilter } from './explore-lists.ts';
import { noOverlay } from './tracks.ts';

/** The rating falls with each track. */
const track = (n: number, change: Record<string, unknown> = {}) =>
  trackRow(`t${String(n).padStart(2, '0')}`, { average_vote_rating: 5 - n / 10, ...change });
const positionOf = ({ id, average_vote_rating, created_at }: ReturnType<typeof trackRow>) => ({
  id,
  average_vote_rating,
  created_at: created_at.replace('Z', '456Z'),
});

function openCut() {
  const catalogue = openCatalogue();
  catalogue.apply(put(track(0), track(1), track(2), track(8)));
  catalogue.setState('complete', 0);
  catalogue.setShelfEnd(positionOf(track(2)));
  return catalogue;
}
const stateOf = (catalogue: ReturnType<typeof openCatalogue>, filter: ExploreFilter = all) =>
  catalogue.explore(filter).get().beyond.state;

describe('[SY-36] a list of Explore', () => {
  it('ends where the shelf ends, although the device has a later track', () => {
    const catalogue = openCut();
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00', 't01', 't02'], 'more']);
    catalogue.setShelfEnd(null);
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00', 't01', 't02', 't08'], 'none']);
  });

  it('ends exactly where the shelf ends among equally rated tracks of one second', () => {
    const catalogue = openCatalogue();
    const createdAt = (ms: number) => track(0, { created_at: `2026-01-01T00:00:00.${ms}Z` });
    const [newer, end, older] = [createdAt(124), createdAt(123), createdAt(122)].map((row, n) => ({
      ...row,
      id: `t${n}`,
    }));
    if (!newer || !end || !older) throw new Error('a track is missing');
    catalogue.apply(put(newer, end, older));
    catalogue.setState('complete', 0);
    catalogue.setShelfEnd(positionOf(end));
    expect(shownIds(catalogue)).toEqual(['t0', 't1']);
  });

  it('continues with each page, without a gap, a repetition or a premature end', () => {
    const catalogue = openCut();
    const first = catalogue.beginMore(all);
    expect([first?.what, stateOf(catalogue)]).toEqual([
      { kind: 'explore', genre: null, after: positionOf(track(2)) },
      'loading',
    ]);
    expect(catalogue.beginMore(all)).toBeNull();
    first?.answered(visitAnswer({ next: positionOf(track(4)) }), () => catalogue.apply(put(track(3), track(4))));
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00', 't01', 't02', 't03', 't04'], 'more']);
    const last = catalogue.beginMore(all);
    expect(last?.what).toMatchObject({ after: positionOf(track(4)) });
    last?.answered(visitAnswer({ next: null }), () => catalogue.apply(put(track(5))));
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([
      ['t00', 't01', 't02', 't03', 't04', 't05', 't08'],
      'none',
    ]);
    expect(catalogue.beginMore(all)).toBeNull();
  });

  it('keeps what it has when a request fails, and repeats the same request', () => {
    const catalogue = openCut();
    catalogue.beginMore(all)?.failed();
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00', 't01', 't02'], 'failed']);
    expect(catalogue.beginMore(all)?.what).toMatchObject({ after: positionOf(track(2)) });
  });

  it('continues each genre separately', () => {
    const catalogue = openCut();
    const jazz = { search: '', genre: 'Jazz' };
    expect([shownIds(catalogue, jazz), stateOf(catalogue, jazz)]).toEqual([[], 'more']);
    const more = catalogue.beginMore(jazz);
    expect(more?.what).toMatchObject({ genre: 'Jazz' });
    more?.answered(visitAnswer({ next: null }), () => catalogue.apply(put(track(6, { genre: 'Jazz' }))));
    expect([shownIds(catalogue, jazz), stateOf(catalogue, jazz)]).toEqual([['t06'], 'none']);
    expect(shownIds(catalogue)).toEqual(['t00', 't01', 't02']);
  });

  it('begins anew at the shelf’s end if a rebuild drops its pages during a request', () => {
    for (const outcome of ['answered', 'failed'] as const) {
      const catalogue = openCut();
      catalogue
        .beginMore(all)
        ?.answered(visitAnswer({ next: positionOf(track(4)) }), () => catalogue.apply(put(track(3), track(4))));
      const pending = catalogue.beginMore(all);
      catalogue.reset();
      catalogue.apply(put(track(0), track(1), track(2)));
      catalogue.setState('complete', 0);
      if (outcome === 'failed') pending?.failed();
      else
        pending?.answered(visitAnswer({ next: positionOf(track(6)) }), () => catalogue.apply(put(track(5), track(6))));
      expect([shownIds(catalogue), stateOf(catalogue)], outcome).toEqual([['t00', 't01', 't02'], 'more']);
    }
  });

  it('has nothing beyond while the replica is incomplete, and forgets its pages after a rebuild', () => {
    const catalogue = openCut();
    catalogue.beginMore(all)?.answered(visitAnswer({ next: null }), () => undefined);
    catalogue.reset();
    catalogue.apply(put(track(0), track(8)));
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00', 't08'], 'none']);
    catalogue.setState('complete', 0);
    expect([shownIds(catalogue), stateOf(catalogue)]).toEqual([['t00'], 'more']);
  });
});

describe('[SY-36] a search', () => {
  const search = { search: 'Track t', genre: null };
  const ids = (catalogue: ReturnType<typeof openCatalogue>) => {
    const { tracks, beyond } = catalogue.explore(search).get();
    return [tracks.map(({ id }) => id), beyond.found?.tracks.map(({ id }) => id) ?? null];
  };

  it('shows the matches on the device, and below them those from the server, so that nothing moves', () => {
    const catalogue = openCut();
    expect(ids(catalogue)).toEqual([['t00', 't01', 't02', 't08'], null]);
    const more = catalogue.beginMore(search);
    expect(more?.what).toEqual({ kind: 'search', terms: ['track', 't'], genre: null });
    const found = {
      match: 'exact' as const,
      tracks: ['t05', 't01', 't04'],
      people: [{ id: 'x', tracks: 2 }],
      total: 318,
    };
    more?.answered(visitAnswer({ found }), () => catalogue.apply(put(track(4), track(5))));
    expect(ids(catalogue)).toEqual([
      ['t00', 't01', 't02', 't08'],
      ['t05', 't04'],
    ]);
    const { beyond } = catalogue.explore(search).get();
    expect([beyond.state, beyond.found?.total, beyond.found?.people]).toEqual(['none', 318, []]);
    expect(catalogue.explore(search).get().beyond).toBe(beyond);
    // Another text searches the device anew, which now has these tracks.
    expect(shownIds(catalogue, { search: 'Track t0', genre: null })).toContain('t05');
  });

  it('visits the rows of tracks that the server found, 60 at a time, keeps its rows after a failure, and ends with the last track', () => {
    const catalogue = openCut();
    const named = Array.from({ length: 130 }, (_, n) => trackRow(`n${String(n).padStart(3, '0')}`));
    const tracks = ['t01', ...named.map(({ id }) => id), 't08'];
    const idsOf = (from: number, to: number) => named.slice(from, to).map(({ id }) => id);
    catalogue
      .beginMore(search)
      ?.answered(visitAnswer({ found: { match: 'exact', tracks, people: [], total: 132 } }), () =>
        catalogue.apply(put(...named.slice(0, 59))),
      );
    expect([ids(catalogue)[1], stateOf(catalogue, search)]).toEqual([idsOf(0, 59), 'more']);
    catalogue.beginMore(search)?.failed();
    expect([ids(catalogue)[1], stateOf(catalogue, search)]).toEqual([idsOf(0, 59), 'failed']);
    const second = catalogue.beginMore(search);
    expect([second?.what, stateOf(catalogue, search)]).toEqual([
      { kind: 'rows', tracks: idsOf(59, 119), profiles: [] },
      'loading',
    ]);
    expect(catalogue.beginMore(search)).toBeNull();
    second?.answered(visitAnswer(), () => catalogue.apply(put(...named.slice(59, 119))));
    expect([ids(catalogue)[1], stateOf(catalogue, search)]).toEqual([idsOf(0, 119), 'more']);
    const last = catalogue.beginMore(search);
    expect(last?.what).toEqual({ kind: 'rows', tracks: idsOf(119, 130), profiles: [] });
    last?.answered(visitAnswer(), () => catalogue.apply(put(...named.slice(119))));
    expect([ids(catalogue), stateOf(catalogue, search)]).toEqual([
      [['t00', 't01', 't02', 't08'], idsOf(0, 130)],
      'none',
    ]);
    expect(catalogue.beginMore(search)).toBeNull();
  });

  it('lists no track of a person whom this person has blocked [S-47]', () => {
    const catalogue = openCut();
    catalogue.setOverlay({ ...noOverlay, hidden: new Set(['blocked']) });
    const found = { match: 'exact' as const, tracks: ['t05', 't04'], people: [], total: 2 };
    catalogue
      .beginMore(search)
      ?.answered(visitAnswer({ found }), () => catalogue.apply(put(track(5, { user_id: 'blocked' }), track(4))));
    expect(ids(catalogue)[1]).toEqual(['t04']);
  });

  it('drops a found track once it is removed', () => {
    const catalogue = openCut();
    const found = { match: 'exact' as const, tracks: ['t05'], people: [], total: 1 };
    catalogue.beginMore(search)?.answered(visitAnswer({ found }), () => catalogue.apply(put(track(5))));
    catalogue.apply([{ id: 't05', row: null, rev: 2 }]);
    expect(ids(catalogue)[1]).toEqual([]);
  });
});
