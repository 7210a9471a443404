import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, openViews, profile, put, share, track } from '../../tests/sync/support/people.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the community', () => {
  it('lists people with a name, a picture and a public track, with totals and their three most played tracks', () => {
    const { views } = openViews();
    views.apply.user_profiles(
      put(
        profile('ann'),
        profile('nameless', { artist_name: null }),
        profile('faceless', { avatar_url: null }),
        profile('silent'),
        profile('hidden'),
      ),
    );
    views.apply.tracks(
      put(
        track('a1', 'ann', 1),
        track('a2', 'ann', 9),
        track('a3', 'ann', 4, { sponsored: true }),
        track('a4', 'ann', 3),
        track('a5', 'ann', 50, { is_public: false }),
        track('n', 'nameless'),
        track('f', 'faceless'),
        track('h', 'hidden', 0, { is_public: false }),
      ),
    );
    const view = views.people.of({ search: '', sort: 'most_active' });
    expect(view.get().isComplete).toBe(false);
    views.catalogue.setState('complete', 0);
    const avatarSrc = 'https://backend.test/storage/v1/object/public/avatars/ann/face.jpg';
    expect(view.get()).toEqual({
      isComplete: true,
      creators: [
        {
          profile: { ...profile('ann'), avatarSrc },
          trackCount: 4,
          totalPlays: 17,
          topTracks: ['a2', 'a3', 'a4'].map((id) => views.catalogue.get(id)),
        },
      ],
      beyond: { state: 'none', found: null },
    });
  });

  it('is sorted by each of the four orders, equal scores by the newest member, and searched by name without accents', () => {
    const { views, shownIds } = openViews();
    views.apply.user_profiles(
      put(
        profile('ann', { created_at: day(1), artist_name: 'Ænn Öst' }),
        profile('bob', { created_at: day(3) }),
        profile('cy', { created_at: day(2), artist_name: 'Tømas' }),
        profile('dee', { created_at: day(2), artist_name: 'Thomas' }),
      ),
    );
    views.apply.tracks(
      put(
        track('a1', 'ann', 5),
        track('a2', 'ann', 1),
        track('a3', 'ann', 1),
        track('b', 'bob', 30),
        track('c', 'cy', 12),
        track('d', 'dee', 12),
      ),
    );
    expect(shownIds('', 'most_active')).toEqual(['bob', 'ann', 'cy', 'dee']);
    expect(shownIds('', 'most_plays')).toEqual(['bob', 'cy', 'dee', 'ann']);
    expect(shownIds('', 'newest')).toEqual(['bob', 'cy', 'dee', 'ann']);
    expect(shownIds('', 'track_count')).toEqual(['ann', 'bob', 'cy', 'dee']);
    expect(shownIds(' OST ')).toEqual(['ann']);
    expect(shownIds('omas', 'newest')).toEqual(['cy', 'dee']);
    expect(shownIds('nobody')).toEqual([]);
    expect(views.people.of({ search: 'Ost', sort: 'newest' })).toBe(
      views.people.of({ search: ' öst', sort: 'newest' }),
    );
  });

  it('[SY-1] shows queued edits on the person’s own card', () => {
    const { views, shownIds } = openViews();
    views.apply.user_profiles(put(profile('me', { avatar_url: null })));
    views.apply.tracks(put(track('m', 'me')));
    expect(shownIds()).toEqual([]);
    views.setRecords([queuedRecord(1, 'profile.update', { avatar_url: 'me/new.jpg', artist_name: 'Other' })]);
    vi.advanceTimersByTime(50);
    expect(shownIds('other')).toEqual(['me']);
    expect(views.people.of({ search: '', sort: 'newest' }).get().creators[0]?.profile.avatar_url).toBe('me/new.jpg');
  });

  it('[SY-23] notifies once of a changed card, keeps the identity of the other cards, and ignores changes that it does not show', () => {
    const { views } = openViews();
    views.apply.user_profiles(put(profile('ann'), profile('bob'), profile('silent')));
    views.apply.tracks(put(track('a', 'ann', 1), track('b', 'bob', 2)));
    const live = views.people.of({ search: '', sort: 'most_plays' });
    let notifications = 0;
    live.subscribe(() => notifications++);
    const [bob, ann] = live.get().creators;
    views.apply.tracks(put(track('a', 'ann', 7, { rev: 2 })));
    expect(notifications).toBe(1);
    const after = live.get().creators;
    expect(after.map(({ totalPlays }) => totalPlays)).toEqual([7, 2]);
    expect([after[1] === bob, after[0] === ann]).toEqual([true, false]);
    views.apply.user_profiles(put(profile('silent', { rev: 2, bio: 'Nothing' })));
    views.apply.shared_tracks(put(share('ann', 'b', day(2))));
    expect([notifications, live.get().creators]).toEqual([1, after]);
    views.apply.user_profiles([{ id: 'bob', row: null, rev: 2 }]);
    expect([notifications, live.get().creators]).toEqual([2, [after[0]]]);
  });

  it('[SY-23] notifies once for a page of rows that arrives in several slices', () => {
    const { views } = openViews();
    const live = views.people.of({ search: '', sort: 'newest' });
    let notifications = 0;
    live.subscribe(() => notifications++);
    for (let slice = 0; slice < 4; slice++) {
      const people = Array.from({ length: 20 }, (_, at) => `p${slice}-${at}`);
      views.apply.user_profiles(put(...people.map((id) => profile(id))));
      views.apply.tracks(put(...people.map((id) => track(`t-${id}`, id))));
    }
    expect(notifications).toBe(0);
    vi.advanceTimersByTime(250);
    expect([notifications, live.get().creators.length]).toEqual([1, 80]);
  });
});
