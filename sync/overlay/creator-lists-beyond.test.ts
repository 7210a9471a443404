import { describe, expect, it } from 'vitest';
import { visitAnswer } from '../../tests/sync/support/visits.ts';
import { day, openViews, profile, put, track } from '../../tests/sync/support/people.ts';
import type { ArtistPosition, PeopleSort } from '../model/position.ts';

const all = { search: '', sort: 'most_active' } as const;
const artist = (name: string, trackCount: number, totalPlays: number, change: Record<string, unknown> = {}) =>
  profile(name, { track_count: trackCount, total_plays: totalPlays, created_at: day(1), ...change });
const endAt = (id: string, score: number): ArtistPosition => ({ score, created_at: '2027-01-01T00:00:00.000456Z', id });

/** In the list sorted by activity, the shelf ends at `bea`. The device has one of ann's two tracks. */
function openCut() {
  const { views, shownIds } = openViews();
  views.apply.user_profiles(put(artist('ann', 2, 40), artist('bea', 1, 20), artist('dov', 1, 5)));
  views.apply.tracks(put(track('a', 'ann', 7), track('b', 'bea', 22), track('d', 'dov', 5)));
  views.catalogue.setState('complete', 0);
  views.catalogue.setShelfEnd({ average_vote_rating: 4, created_at: '2027-01-01T00:00:00.000000Z', id: 'end' });
  views.people.setShelfEnds({ most_active: endAt('bea', 30), most_plays: endAt('ann', 40) });
  const stateOf = (search = '', sort: PeopleSort = 'most_active') =>
    views.people.of({ search, sort }).get().beyond.state;
  const show = (...rows: ReturnType<typeof artist>[]) => views.apply.user_profiles(put(...rows));
  return { views, shownIds, stateOf, show };
}

describe('[SY-36] the community, while tracks lie beyond the device', () => {
  it('is sorted by the server’s figures, and shows those of the device where they are higher', () => {
    const { views, shownIds } = openCut();
    expect(shownIds()).toEqual(['ann', 'bea']);
    const figures = views.people
      .of(all)
      .get()
      .creators.map(({ trackCount, totalPlays }) => [trackCount, totalPlays]);
    expect(figures).toEqual([
      [2, 40],
      [1, 22],
    ]);
  });

  it('ends each list where the shelf ends in its order', () => {
    const { shownIds, stateOf } = openCut();
    expect([shownIds('', 'most_plays'), stateOf('', 'most_plays')]).toEqual([['ann'], 'more']);
    expect([shownIds('', 'track_count'), stateOf('', 'track_count')]).toEqual([['ann', 'bea', 'dov'], 'none']);
  });

  it('is counted and sorted by the device once all tracks are on it', () => {
    const { views, shownIds, stateOf } = openCut();
    views.catalogue.setShelfEnd(null);
    views.people.setShelfEnds(null);
    expect([shownIds(), stateOf()]).toEqual([['bea', 'ann', 'dov'], 'none']);
  });

  it('continues with each page, without a gap or a repetition', () => {
    const { views, shownIds, stateOf, show } = openCut();
    const first = views.people.beginMore(all);
    expect(first?.what).toEqual({ kind: 'artists', sort: 'most_active', after: endAt('bea', 30) });
    expect([stateOf(), views.people.beginMore(all)]).toEqual(['loading', null]);
    first?.answered(visitAnswer({ next_artist: endAt('cai', 25) }), () => show(artist('cai', 2, 5)));
    expect([shownIds(), stateOf()]).toEqual([['ann', 'bea', 'cai'], 'more']);
    const last = views.people.beginMore(all);
    expect(last?.what).toMatchObject({ after: endAt('cai', 25) });
    last?.answered(visitAnswer({}), () => show(artist('eve', 1, 0)));
    expect([shownIds(), stateOf()]).toEqual([['ann', 'bea', 'cai', 'dov', 'eve'], 'none']);
    expect(views.people.beginMore(all)).toBeNull();
  });

  it('sorts equal scores as the server does: by the newest member, then by id', () => {
    const { shownIds, show } = openCut();
    show(
      artist('bdb', 1, 20),
      artist('new', 1, 20, { created_at: day(2) }),
      artist('old', 1, 20, { created_at: '2026-12-31T00:00:00.000Z' }),
    );
    expect(shownIds()).toEqual(['ann', 'new', 'bdb', 'bea']);
  });

  it('keeps its people when a request fails, and repeats the request', () => {
    const { views, shownIds, stateOf } = openCut();
    views.people.beginMore(all)?.failed();
    expect([shownIds(), stateOf()]).toEqual([['ann', 'bea'], 'failed']);
    expect(views.people.beginMore(all)?.what).toMatchObject({ after: endAt('bea', 30) });
  });

  it('ignores the answer to a request that was begun before a rebuild', () => {
    const { views, stateOf, show } = openCut();
    const request = views.people.beginMore(all);
    views.people.reset();
    request?.answered(visitAnswer({}), () => show(artist('cai', 2, 5)));
    expect(stateOf()).toBe('more');
  });

  it('finds everybody on the device at once, and lists separately whom the server found', () => {
    const { views, shownIds, stateOf, show } = openCut();
    const filter = { search: 'do', sort: 'newest' } as const;
    views.people.setShelfEnds({ newest: endAt('ann', 0) });
    expect([shownIds('do', 'newest'), stateOf('do', 'newest')]).toEqual([['dov'], 'more']);
    const request = views.people.beginMore(filter);
    expect(request?.what).toEqual({ kind: 'search_artists', terms: ['do'] });
    const people = ['dov', 'dora', 'gone'].map((id) => ({ id, tracks: 1 }));
    request?.answered(visitAnswer({ found: { match: 'exact', tracks: [], people, total: 0 } }), () =>
      show(artist('dora', 3, 1)),
    );
    const { creators, beyond } = views.people.of(filter).get();
    expect(creators.map(({ profile }) => profile.id)).toEqual(['dov']);
    expect([beyond.state, beyond.found?.map(({ profile }) => profile.id)]).toEqual(['none', ['dora']]);
    expect(views.people.beginMore(filter)).toBeNull();
    expect(views.people.of(filter).get().beyond).toBe(beyond);
  });
});
