import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, openViews, profile, put, share, track } from '../../tests/sync/support/people.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { RowOf } from '../model/tables.ts';

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

  it('has a connection view that stays the same object while only other connections change', () => {
    const { views } = openViews();
    const bob = connection();
    const cy = connection({ id: 'd', connection_id: 'cy', connection_profile: { ...partner, id: 'cy' } });
    const show = (...rows: RowOf<'connections'>[]) => {
      views.setRows('connections', rows);
      vi.advanceTimersByTime(50);
      return new Map(views.connections.get().map((view) => [view.partnerId, view]));
    };
    const first = show(bob, cy);
    const renamed = show(bob, { ...cy, rev: 2, connection_profile: { ...partner, id: 'cy', artist_name: 'Cyan' } });
    expect(renamed.get('bob')).toBe(first.get('bob'));
    expect(renamed.get('cy')?.partner?.artistName).toBe('Cyan');
    const all = views.connections.get();
    expect(show(bob).get('bob')).toBe(first.get('bob'));
    expect(views.connections.get()).not.toBe(all);
    const alone = views.connections.get();
    show({ ...bob });
    expect(views.connections.get()).toBe(alone);
  });

  it('[S-43] has the name of a stored profile, and null without one', () => {
    const { views } = openViews();
    const listener = vi.fn();
    views.nameOf('ann').subscribe(listener);
    expect(views.nameOf('ann').get()).toBeNull();
    views.apply.user_profiles(put(profile('ann', { artist_name: 'Ann' }), profile('nameless', { artist_name: null })));
    expect(listener).toHaveBeenCalledOnce();
    expect(views.nameOf('ann').get()).toBe('Ann');
    expect(views.nameOf('nameless').get()).toBeNull();
    views.apply.user_profiles(put(profile('ann', { artist_name: 'Anna', rev: 2 })));
    expect(views.nameOf('ann').get()).toBe('Anna');
  });

  it("[S-23] is public, private or unknown by the device's rows, and null if only the server knows", () => {
    const { views } = openViews();
    const [ann, bob] = [views.person('ann'), views.person('bob')];
    const unknown = { kind: 'unknown', failure: null };
    expect([ann.get(), bob.get()]).toEqual([unknown, unknown]);
    let notifications = 0;
    ann.subscribe(() => notifications++);
    views.apply.user_profiles(put(profile('ann', { cosmetics: [{ item_name: 'Glow Border', expires_at: null }] })));
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
    views.apply.user_profiles(put(profile('other')));
    expect([notifications, ann.get() === shown, bob.get()]).toEqual([1, true, unknown]);
    views.catalogue.setState('complete', 0);
    expect(bob.get()).toBeNull();
    views.setRows('connections', [connection()]);
    vi.advanceTimersByTime(50);
    expect(bob.get()).toEqual({ kind: 'private' });
    views.setRows('connections', [connection({ connection_profile: null })]);
    vi.advanceTimersByTime(50);
    expect(bob.get()).toBeNull();
    views.apply.user_profiles([{ id: 'ann', row: null, rev: 2 }]);
    expect([notifications, ann.get()]).toEqual([2, null]);
  });

  it('[SY-1] shows the person’s own queued edits, as the same object while nothing changes', () => {
    const { views } = openViews();
    const me = views.person('me');
    views.apply.user_profiles(put(profile('me')));
    views.setRecords([queuedRecord(1, 'profile.update', { bio: 'New' })]);
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
    const opened = openViews();
    const { views } = opened;
    views.catalogue.setState('complete', 0);
    views.apply.user_profiles(put(profile('me'), profile('ann'), profile('bob'), profile('cy')));
    views.apply.tracks(
      put(track('mine', 'me'), track('a', 'ann'), track('b', 'bob'), track('on-air', 'bob', 0, { sponsored: true })),
    );
    views.apply.shared_tracks(
      put(share('me', 'b', day(1)), share('ann', 'mine', day(2)), share('bob', 'a', day(3)), share('cy', 'b', day(4))),
    );
    vi.runAllTimers();
    const visible = () => ({
      explore: views.catalogue
        .explore({ search: '', genre: null })
        .get()
        .tracks.map(({ id }) => id),
      radio: views.catalogue
        .sponsored({ search: '', genre: null })
        .get()
        .tracks.map(({ id }) => id),
      people: opened.shownIds('', 'newest'),
      feed: views.community.get().map(({ sharer, track: { id } }) => `${sharer.id} ${id}`),
      bob: views.person('bob').get()?.kind,
    });
    return { views, visible };
  };
  const withoutBlock = {
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
    feed: ['ann mine', 'me b'],
    bob: undefined,
  };

  it.each([
    ['whom this person blocked', block('me', 'bob')],
    ['who blocked this person', block('bob', 'me')],
  ])('are in no list: those %s', (_who, row) => {
    const { views, visible } = world();
    expect(visible()).toEqual(withoutBlock);
    views.setRows('blocks', [row]);
    vi.runAllTimers();
    expect(visible()).toEqual(withoutBob);
    expect(views.catalogue.get('b')).not.toBeNull();
    views.apply.tracks(put(track('b', 'bob', 5, { rev: 2 })));
    expect(visible()).toEqual(withoutBob);
    views.setRows('blocks', []);
    vi.runAllTimers();
    expect(visible()).toEqual(withoutBlock);
  });

  it('are hidden while the block is still queued, and listed as blocked', () => {
    const { views, visible } = world();
    views.setRecords([queuedRecord(1, 'connection.block', { partner_id: 'bob' })]);
    vi.runAllTimers();
    expect(visible()).toEqual(withoutBob);
    expect(views.blocks.get()).toMatchObject([{ personId: 'bob', isPending: true }]);
  });
});
