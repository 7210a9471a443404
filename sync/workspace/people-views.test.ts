import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest';
import { profileRow, trackRow } from '../../tests/sync/support/rows.ts';
import { waiting } from '../../tests/sync/support/waiting.ts';
import type { Row } from '../core/ports.ts';
import type { RowOf } from '../model/tables.ts';
import type { PeopleSort } from '../view-types.ts';
import { createViews } from './views.ts';

const day = (number: number) => `2027-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const profile = (id: string, change: Record<string, unknown> = {}): Row =>
  profileRow(id, { avatar_url: `${id}/face.jpg`, ...change });
const track = (id: string, artist: string, plays = 0, change: Record<string, unknown> = {}): Row =>
  trackRow(id, { user_id: artist, title: id, artist_name: artist, play_count: plays, ...change });
const share = (sharer: string, shared: string, at: string, change: Record<string, unknown> = {}): Row => ({
  id: `${sharer}-${shared}`,
  rev: 1,
  user_id: sharer,
  track_id: shared,
  is_shared: true,
  created_at: at,
  ...change,
});
const put = (...rows: Row[]) => rows.map((row) => ({ id: row.id, row }));

function open(userId: string | null = 'me') {
  const views = createViews({
    config: { supabaseUrl: 'https://backend.test', publishableKey: 'k' },
    userId,
    isKept: true,
    now: () => Date.parse('2027-01-01T12:00:00Z'),
    onMissingTrack: () => undefined,
  });
  const names = (search = '', sort: PeopleSort = 'most_active') =>
    views
      .people({ search, sort })
      .get()
      .creators.map((creator) => creator.profile.id);
  return { views, names };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a person', () => {
  const partner = { id: 'bob', artist_name: 'Bob', avatar_url: null };
  const connection = (row: Partial<RowOf<'connections'>> = {}): RowOf<'connections'> => ({
    id: 'c',
    rev: 1,
    user_id: 'me',
    connection_id: 'bob',
    status: 'accepted',
    created_at: day(1),
    updated_at: day(1),
    user_profile: null,
    connection_profile: partner,
    ...row,
  });

  it('[S-43] has the name of the profile that is here, and no name where there is none', () => {
    const { views } = open();
    const heard = vi.fn();
    views.nameOf('ann').subscribe(heard);
    expect(views.nameOf('ann').get()).toBeNull();
    views.offer.user_profiles(put(profile('ann', { artist_name: 'Ann' }), profile('nameless', { artist_name: null })));
    expect(heard).toHaveBeenCalledOnce();
    expect(views.nameOf('ann').get()).toBe('Ann');
    expect(views.nameOf('nameless').get()).toBeNull();
    views.offer.user_profiles(put(profile('ann', { artist_name: 'Anna', rev: 2 })));
    expect(views.nameOf('ann').get()).toBe('Anna');
  });

  it('[S-23] is public, private or unknown as the device knows it, and null where only the server does', () => {
    const { views } = open();
    const [ann, bob] = [views.person('ann'), views.person('bob')];
    const unknown = { kind: 'unknown', failure: null };
    expect([ann.get(), bob.get()]).toEqual([unknown, unknown]);
    let told = 0;
    ann.subscribe(() => told++);
    views.offer.user_profiles(put(profile('ann', { cosmetics: [{ item_name: 'Glow Border', expires_at: null }] })));
    const avatarSrc = 'https://backend.test/storage/v1/object/public/avatars/ann/face.jpg';
    const shown = ann.get();
    expect(shown).toEqual({
      kind: 'public',
      person: {
        ...profile('ann'),
        cosmetics: [{ item_name: 'Glow Border', expires_at: null }],
        avatarSrc,
      },
    });
    views.offer.user_profiles(put(profile('other')));
    expect([told, ann.get() === shown, bob.get()]).toEqual([1, true, unknown]);
    views.catalogue.setState('complete', 0);
    expect(bob.get()).toBeNull();
    views.setRows('connections', [connection()]);
    vi.advanceTimersByTime(50);
    expect(bob.get()).toEqual({ kind: 'private' });
    views.setRows('connections', [connection({ connection_profile: null })]);
    vi.advanceTimersByTime(50);
    expect(bob.get()).toBeNull();
    views.offer.user_profiles([{ id: 'ann', row: null, rev: 2 }]);
    expect([told, ann.get()]).toEqual([2, null]);
  });

  it('[SY-1] is shown to oneself under the edits that wait, and stays the same object while they do', () => {
    const { views } = open();
    const me = views.person('me');
    views.offer.user_profiles(put(profile('me')));
    views.setRecords([waiting(1, 'profile.update', { bio: 'New' })]);
    vi.advanceTimersByTime(50);
    const before = me.get();
    expect(before).toMatchObject({ kind: 'public', person: { id: 'me', bio: 'New' } });
    views.refresh();
    expect(me.get()).toBe(before);
    views.setRecords([]);
    vi.advanceTimersByTime(50);
    expect(me.get()).toMatchObject({ person: { bio: null } });
  });
});

describe('the community', () => {
  it('has who has a name, a picture and a public track, with totals and the three tracks that are played most', () => {
    const { views } = open();
    views.offer.user_profiles(
      put(
        profile('ann'),
        profile('nameless', { artist_name: null }),
        profile('faceless', { avatar_url: null }),
        profile('silent'),
        profile('hidden'),
      ),
    );
    views.offer.tracks(
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
    const view = views.people({ search: '', sort: 'most_active' });
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
    });
  });

  it('is sorted by each of the four, those of one score by who came last, and found by name without accents', () => {
    const { views, names } = open();
    views.offer.user_profiles(
      put(
        profile('ann', { created_at: day(1), artist_name: 'Ænn Öst' }),
        profile('bob', { created_at: day(3) }),
        profile('cy', { created_at: day(2), artist_name: 'Tømas' }),
        profile('dee', { created_at: day(2), artist_name: 'Thomas' }),
      ),
    );
    views.offer.tracks(
      put(
        track('a1', 'ann', 5),
        track('a2', 'ann', 1),
        track('a3', 'ann', 1),
        track('b', 'bob', 30),
        track('c', 'cy', 12),
        track('d', 'dee', 12),
      ),
    );
    expect(names('', 'most_active')).toEqual(['bob', 'ann', 'cy', 'dee']);
    expect(names('', 'most_plays')).toEqual(['bob', 'cy', 'dee', 'ann']);
    expect(names('', 'newest')).toEqual(['bob', 'cy', 'dee', 'ann']);
    expect(names('', 'track_count')).toEqual(['ann', 'bob', 'cy', 'dee']);
    expect(names(' OST ')).toEqual(['ann']);
    expect(names('omas', 'newest')).toEqual(['cy', 'dee']);
    expect(names('nobody')).toEqual([]);
    expect(views.people({ search: 'Ost', sort: 'newest' })).toBe(views.people({ search: ' öst', sort: 'newest' }));
  });

  it('[SY-1] shows the own card under the edits that wait', () => {
    const { views, names } = open();
    views.offer.user_profiles(put(profile('me', { avatar_url: null })));
    views.offer.tracks(put(track('m', 'me')));
    expect(names()).toEqual([]);
    views.setRecords([waiting(1, 'profile.update', { avatar_url: 'me/new.jpg', artist_name: 'Other' })]);
    vi.advanceTimersByTime(50);
    expect(names('other')).toEqual(['me']);
    expect(views.people({ search: '', sort: 'newest' }).get().creators[0]?.profile.avatar_url).toBe('me/new.jpg');
  });

  it('[SY-23] tells of a change of a card once, keeps the others the same objects, and is not told of what it does not show', () => {
    const { views } = open();
    views.offer.user_profiles(put(profile('ann'), profile('bob'), profile('silent')));
    views.offer.tracks(put(track('a', 'ann', 1), track('b', 'bob', 2)));
    const live = views.people({ search: '', sort: 'most_plays' });
    let told = 0;
    live.subscribe(() => told++);
    const [bob, ann] = live.get().creators;
    views.offer.tracks(put(track('a', 'ann', 7, { rev: 2 })));
    expect(told).toBe(1);
    const after = live.get().creators;
    expect(after.map(({ totalPlays }) => totalPlays)).toEqual([7, 2]);
    expect([after[1] === bob, after[0] === ann]).toEqual([true, false]);
    views.offer.user_profiles(put(profile('silent', { rev: 2, bio: 'Nothing' })));
    views.offer.shared_tracks(put(share('ann', 'b', day(2))));
    expect([told, live.get().creators]).toEqual([1, after]);
    views.offer.user_profiles([{ id: 'bob', row: null, rev: 2 }]);
    expect([told, live.get().creators]).toEqual([2, [after[0]]]);
  });

  it('[SY-23] hears of the slices of a page together', () => {
    const { views } = open();
    const live = views.people({ search: '', sort: 'newest' });
    let told = 0;
    live.subscribe(() => told++);
    for (let slice = 0; slice < 4; slice++) {
      const people = Array.from({ length: 20 }, (_, at) => `p${slice}-${at}`);
      views.offer.user_profiles(put(...people.map((id) => profile(id))));
      views.offer.tracks(put(...people.map((id) => track(`t-${id}`, id))));
    }
    expect(told).toBe(0);
    vi.advanceTimersByTime(250);
    expect([told, live.get().creators.length]).toEqual([1, 80]);
  });
});

describe('what people share', () => {
  function shared(userId: string | null = 'me') {
    const scene = open(userId);
    scene.views.offer.user_profiles(put(profile('ann'), profile('bob'), profile('me')));
    scene.views.offer.tracks(put(track('a', 'bob'), track('b', 'ann'), track('c', 'cy')));
    return scene.views;
  }
  const brief = (views: ReturnType<typeof shared>, id: string | null) =>
    (id === null ? views.community : views.sharesOf(id))
      .get()
      .map(({ sharer, track: { id: shown }, isPending }) => `${sharer.id} ${shown}${isPending ? ' waits' : ''}`);

  it('is listed by person and for all, the newest first, as far as person and track may be seen', () => {
    const views = shared(null);
    views.offer.shared_tracks(
      put(
        share('ann', 'a', day(2)),
        share('ann', 'c', day(4)),
        share('bob', 'b', day(3)),
        share('bob', 'c', day(5), { is_shared: false }),
        share('ann', 'unknown', day(6)),
        share('hidden', 'a', day(7)),
      ),
    );
    expect(brief(views, 'ann')).toEqual(['ann c', 'ann a']);
    expect(brief(views, null)).toEqual(['ann c', 'bob b', 'ann a']);
    expect(views.sharesOf('bob').get()).toEqual([
      {
        sharer: expect.objectContaining({ id: 'bob', avatarSrc: expect.stringContaining('bob/face.jpg') }),
        track: views.catalogue.get('b'),
        sharedAt: day(3),
        isPending: false,
      },
    ]);
    views.offer.tracks([{ id: 'c', row: null, rev: 2 }]);
    expect([brief(views, 'ann'), brief(views, null)]).toEqual([['ann a'], ['bob b', 'ann a']]);
  });

  it('[SY-1] has the own shares under what waits, in both lists', () => {
    const views = shared();
    views.offer.shared_tracks(put(share('me', 'a', day(1)), share('me', 'c', day(3)), share('ann', 'c', day(2))));
    vi.advanceTimersByTime(50);
    expect(brief(views, null)).toEqual(['me c', 'ann c', 'me a']);
    views.setRecords([
      waiting(1, 'share.remove', { track_id: 'c' }),
      waiting(2, 'share.add', { track_id: 'b' }, { occurred_at: day(9) }),
    ]);
    vi.advanceTimersByTime(50);
    expect(brief(views, 'me')).toEqual(['me b waits', 'me a']);
    expect(brief(views, null)).toEqual(['me b waits', 'ann c', 'me a']);
    // The server's row arrives while the action still waits: it counts.
    views.offer.shared_tracks(put(share('me', 'b', day(8))));
    vi.advanceTimersByTime(50);
    expect(views.sharesOf('me').get()[0]).toMatchObject({ sharedAt: day(8), isPending: true });
    views.setRecords([]);
    vi.advanceTimersByTime(50);
    expect(brief(views, 'me')).toEqual(['me b', 'me c', 'me a']);
  });

  it('ends at fifty for the community, and goes on for a person', () => {
    const views = shared();
    const many = Array.from({ length: 60 }, (_, at) => `t${String(at).padStart(2, '0')}`);
    views.offer.tracks(put(...many.map((id) => track(id, 'bob'))));
    const order = [...many].sort((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? ''));
    const time = (id: string) => `2027-01-02T00:00:${id.slice(1)}.000Z`;
    views.offer.shared_tracks(put(...order.map((id) => share('ann', id, time(id)))));
    vi.advanceTimersByTime(250);
    const newest = [...many].reverse().map((id) => `ann ${id}`);
    expect(brief(views, null)).toEqual(newest.slice(0, 50));
    expect(brief(views, 'ann')).toEqual(newest);
  });

  it('[SY-23] tells of what changed alone, and keeps the other views the same objects', () => {
    const views = shared();
    views.offer.shared_tracks(put(share('ann', 'a', day(2)), share('bob', 'b', day(3))));
    const told: string[] = [];
    views.community.subscribe(() => told.push('all'));
    views.sharesOf('ann').subscribe(() => told.push('ann'));
    const [first, second] = views.community.get();
    views.offer.tracks(put(track('b', 'ann', 5, { rev: 2 })));
    expect(told).toEqual(['all']);
    const after = views.community.get();
    expect([after[0] === first, after[1] === second]).toEqual([false, true]);
    expect(after[0]?.track.play_count).toBe(5);
    views.offer.user_profiles(put(profile('cy')));
    expect([told, views.community.get()]).toEqual([['all'], after]);
  });
});

describe('[S-47] people who are hidden from each other', () => {
  const block = (blocker: string, blocked: string): RowOf<'blocks'> => ({
    id: `${blocker}-${blocked}`,
    rev: 1,
    user_id: blocker,
    blocked_id: blocked,
    created_at: day(3),
    blocked_profile: null,
  });
  const world = () => {
    const opened = open();
    const { views } = opened;
    views.catalogue.setState('complete', 0);
    views.offer.user_profiles(put(profile('me'), profile('ann'), profile('bob'), profile('cy')));
    views.offer.tracks(
      put(track('mine', 'me'), track('a', 'ann'), track('b', 'bob'), track('on-air', 'bob', 0, { sponsored: true })),
    );
    views.offer.shared_tracks(
      put(share('me', 'b', day(1)), share('ann', 'mine', day(2)), share('bob', 'a', day(3)), share('cy', 'b', day(4))),
    );
    vi.runAllTimers();
    const seen = () => ({
      explore: views.catalogue
        .explore({ search: '', genre: null })
        .get()
        .tracks.map(({ id }) => id),
      radio: views.catalogue
        .sponsored({ search: '', genre: null })
        .get()
        .tracks.map(({ id }) => id),
      people: opened.names('', 'newest'),
      feed: views.community.get().map((one) => `${one.sharer.id} ${one.track.id}`),
      bob: views.person('bob').get()?.kind,
    });
    return { views, seen };
  };
  const everything = {
    explore: ['a', 'b', 'mine'],
    radio: ['on-air'],
    people: ['ann', 'bob', 'me'],
    feed: ['cy b', 'bob a', 'ann mine', 'me b'],
    bob: 'public',
  };
  const withoutBob = {
    explore: ['a', 'mine'],
    radio: [],
    people: ['ann', 'me'],
    // What this person shared stays shared.
    feed: ['ann mine', 'me b'],
    bob: undefined,
  };

  it.each([
    ['whom this person blocked', block('me', 'bob')],
    ['who blocked this person', block('bob', 'me')],
  ])('are in no list: those %s', (_who, row) => {
    const { views, seen } = world();
    expect(seen()).toEqual(everything);
    views.setRows('blocks', [row]);
    vi.runAllTimers();
    expect(seen()).toEqual(withoutBob);
    expect(views.catalogue.get('b')).not.toBeNull();
    views.offer.tracks(put(track('b', 'bob', 5, { rev: 2 })));
    expect(seen()).toEqual(withoutBob);
    views.setRows('blocks', []);
    vi.runAllTimers();
    expect(seen()).toEqual(everything);
  });

  it('are hidden while the block still waits, and their connections with them', () => {
    const { views, seen } = world();
    views.setRecords([waiting(1, 'connection.block', { partner_id: 'bob' })]);
    vi.runAllTimers();
    expect(seen()).toEqual(withoutBob);
    expect(views.blocks.get()).toMatchObject([{ personId: 'bob', isPending: true }]);
  });
});
