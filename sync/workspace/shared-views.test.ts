import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, openViews, profile, put, share, track } from '../../tests/sync/support/people.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('shared tracks', () => {
  function shared(userId: string | null = 'me') {
    const scene = openViews(userId);
    scene.views.apply.user_profiles(put(profile('ann'), profile('bob'), profile('me')));
    scene.views.apply.tracks(put(track('a', 'bob'), track('b', 'ann'), track('c', 'cy')));
    return scene.views;
  }
  const brief = (views: ReturnType<typeof shared>, id: string | null) =>
    (id === null ? views.community : views.sharesOf(id))
      .get()
      .map(({ sharer, track: { id: shown }, isPending }) => `${sharer.id} ${shown}${isPending ? ' waits' : ''}`);

  it('are listed per person and for all, newest first, if both person and track are visible', () => {
    const views = shared(null);
    views.apply.shared_tracks(
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
    views.apply.tracks([{ id: 'c', row: null, rev: 2 }]);
    expect([brief(views, 'ann'), brief(views, null)]).toEqual([['ann a'], ['bob b', 'ann a']]);
    views.apply.shared_tracks([{ id: 'bob-b', row: null, rev: 2 }]);
    expect([brief(views, 'bob'), brief(views, null)]).toEqual([[], ['ann a']]);
  });

  it("[SY-1] include the person's own queued shares in both lists", () => {
    const views = shared();
    views.apply.shared_tracks(put(share('me', 'a', day(1)), share('me', 'c', day(3)), share('ann', 'c', day(2))));
    vi.advanceTimersByTime(50);
    expect(brief(views, null)).toEqual(['me c', 'ann c', 'me a']);
    views.setRecords([
      queuedRecord(1, 'share.remove', { track_id: 'c' }),
      queuedRecord(2, 'share.add', { track_id: 'b' }, { occurred_at: day(9) }),
    ]);
    vi.advanceTimersByTime(50);
    expect(brief(views, 'me')).toEqual(['me b waits', 'me a']);
    expect(brief(views, null)).toEqual(['me b waits', 'ann c', 'me a']);
    // Without an acknowledgement, the server's row shows after the longest hold, 1 s.
    views.apply.shared_tracks(put(share('me', 'b', day(8))));
    vi.advanceTimersByTime(1000);
    expect(views.sharesOf('me').get()[0]).toMatchObject({ sharedAt: day(8), isPending: true });
    views.setRecords([]);
    vi.advanceTimersByTime(50);
    expect(brief(views, 'me')).toEqual(['me b', 'me c', 'me a']);
  });

  it('are limited to fifty for the community, but not for a person', () => {
    const views = shared();
    const many = Array.from({ length: 60 }, (_, at) => `t${String(at).padStart(2, '0')}`);
    views.apply.tracks(put(...many.map((id) => track(id, 'bob'))));
    const order = [...many].sort((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? ''));
    const time = (id: string) => `2027-01-02T00:00:${id.slice(1)}.000Z`;
    views.apply.shared_tracks(put(...order.map((id) => share('ann', id, time(id)))));
    vi.advanceTimersByTime(250);
    const newest = [...many].reverse().map((id) => `ann ${id}`);
    expect(brief(views, null)).toEqual(newest.slice(0, 50));
    expect(brief(views, 'ann')).toEqual(newest);
    // The person's own shares count among the fifty.
    views.apply.shared_tracks(put(share('me', 'a', day(9)), share('me', 'b', day(1))));
    vi.advanceTimersByTime(250);
    expect(brief(views, null)).toEqual(['me a', ...newest.slice(0, 49)]);
  });

  it('are ordered by person and track if their times are equal', () => {
    const views = shared();
    views.apply.shared_tracks(put(share('bob', 'b', day(2)), share('ann', 'c', day(2)), share('ann', 'a', day(2))));
    expect(brief(views, null)).toEqual(['ann a', 'ann c', 'bob b']);
    expect(brief(views, 'ann')).toEqual(['ann a', 'ann c']);
  });

  it('[SY-8] are emptied when the replica is rebuilt, and accept older rows again', () => {
    const views = shared();
    views.apply.shared_tracks(put(share('ann', 'a', day(2), { rev: 5 })));
    views.resetRows();
    expect([brief(views, null), brief(views, 'ann')]).toEqual([[], []]);
    views.apply.user_profiles(put(profile('ann')));
    views.apply.tracks(put(track('a', 'bob'), track('b', 'bob')));
    views.apply.shared_tracks(put(share('ann', 'b', day(2))));
    expect([brief(views, null), brief(views, 'ann')]).toEqual([['ann b'], ['ann b']]);
  });

  it('[SY-23] notify only of changes, and keep the unchanged views the same objects', () => {
    const views = shared();
    views.apply.shared_tracks(put(share('ann', 'a', day(2)), share('bob', 'b', day(3))));
    const notifications: string[] = [];
    views.community.subscribe(() => notifications.push('all'));
    views.sharesOf('ann').subscribe(() => notifications.push('ann'));
    const [first, second] = views.community.get();
    views.apply.tracks(put(track('b', 'ann', 5, { rev: 2 })));
    expect(notifications).toEqual(['all']);
    const after = views.community.get();
    expect([after[0] === first, after[1] === second]).toEqual([false, true]);
    expect(after[0]?.track.play_count).toBe(5);
    views.apply.user_profiles(put(profile('cy')));
    expect([notifications, views.community.get()]).toEqual([['all'], after]);
  });
});
