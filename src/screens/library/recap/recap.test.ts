import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrackView } from '../../../../sync/client.ts';
import { trackRow } from '../../../../tests/sync/support/rows.ts';
import { boundsOf, endedMonths, minutesOf, monthOf, recapOf, supportOf } from './recap.ts';
import { monthName, monthWithYear } from './recap-texts.ts';

afterEach(() => vi.unstubAllEnvs());

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const play = (trackId: string, heardAt: number, isFirst = false) => ({
  key: `${trackId} ${heardAt}`,
  trackId,
  heardAt,
  isPending: false,
  isFirst,
});

function trackOf(id: string, change: Partial<TrackView> = {}): TrackView {
  return {
    ...trackRow(id),
    artist_name: `Name of ${change.user_id ?? 'artist'}`,
    credited_as: '',
    audioSrc: '',
    coverSrc: null,
    playedToday: false,
    myVote: null,
    myShare: { isShared: false, sharedAt: null, isPending: false },
    myFavourite: { isFavourite: false, favouritedAt: null, isPending: false },
    isEdited: false,
    ...change,
  };
}

const mapOf = (...tracks: TrackView[]) => new Map(tracks.map((track) => [track.id, track]));
const HALF_HOUR = { duration_ms: 1_800_000 };

describe('the months of the recap', () => {
  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin'])(
    'are local ones that have ended, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const times = [at(2027, 4, 1, 0, 0), at(2027, 3, 31, 23, 59), at(2027, 3, 1, 0, 0), at(2027, 2, 28, 23, 59)];
      const plays = times.map((time) => play('a', time));
      const shown = (now: number) => endedMonths(plays, now).map(({ month, plays: of }) => [month, of.length]);
      expect(shown(at(2027, 4, 30))).toEqual([
        ['2027-03', 2],
        ['2027-02', 1],
      ]);
      expect(shown(at(2027, 5, 1, 0, 0))).toEqual([
        ['2027-04', 1],
        ['2027-03', 2],
        ['2027-02', 1],
      ]);
    },
  );

  it.each([
    ['Europe/Berlin', '2027-03', 31 * 24 - 1],
    ['Europe/Berlin', '2027-10', 31 * 24 + 1],
    ['Africa/Cairo', '2027-04', 30 * 24 - 1],
    ['UTC', '2028-02', 29 * 24],
  ])('begin and end at local midnight, in %s %s', (zone, month, hours) => {
    vi.stubEnv('TZ', zone);
    const { from = 0, until = 0 } = boundsOf(month) ?? {};
    expect((until - from) / 3_600_000).toBe(hours);
    expect([monthOf(from - 1), monthOf(from), monthOf(until - 1), monthOf(until)]).toEqual([
      expect.not.stringMatching(month),
      month,
      month,
      expect.not.stringMatching(month),
    ]);
    expect(monthOf(new Date(`${month}-15T12:00:00`).getTime())).toBe(month);
  });

  it('are accepted only in the form YYYY-MM', () => {
    expect(['2027-00', '2027-13', '2027-1', 'x', '2027-10-01', ''].map(boundsOf)).toEqual(Array(6).fill(null));
    expect([monthName('2027-10'), monthWithYear('2026-12')]).toEqual(['October', 'December 2026']);
  });
});

describe('the recap of a month', () => {
  const recap = (plays: ReturnType<typeof play>[], tracks: ReadonlyMap<string, TrackView>) =>
    recapOf({ plays: { month: '2027-03', plays }, tracks, userId: 'me', support: null });

  it('exists from 60 minutes on, and counts half a minute for a track that is not on this device', () => {
    const tracks = mapOf(trackOf('long', { duration_ms: 3_570_000 }));
    const here = [play('long', at(2027, 3, 2))];
    expect(minutesOf(here, tracks)).toBe(59);
    expect(recap(here, tracks)).toBeNull();
    const all = [play('gone', at(2027, 3, 3)), ...here];
    expect(minutesOf(all, tracks)).toBe(60);
    expect(recap(all, tracks)).toMatchObject({ minutes: 60, tracks: 2, artists: 1 });
  });

  it('leaves the person’s own tracks out of the numbers of artists and first listens, and lists the most played tracks first', () => {
    const tracks = mapOf(
      trackOf('a', { user_id: 'ann', ...HALF_HOUR }),
      trackOf('b', { user_id: 'bob', ...HALF_HOUR }),
      trackOf('own', { user_id: 'me', ...HALF_HOUR }),
    );
    const plays = [
      play('b', at(2027, 3, 9)),
      play('own', at(2027, 3, 8), true),
      play('b', at(2027, 3, 4), true),
      play('a', at(2027, 3, 2), true),
    ];
    const made = recap(plays, tracks);
    expect(made).toMatchObject({ minutes: 120, tracks: 3, artists: 2, firstListens: 2 });
    expect(made?.mostPlayed.map(({ track, plays: count }) => [track.id, count])).toEqual([
      ['b', 2],
      ['a', 1],
      ['own', 1],
    ]);
  });

  it.each(['America/Santiago', 'Europe/Berlin', 'Pacific/Auckland'])(
    'finds the longest run of local days, over a change of clocks too, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const tracks = mapOf(trackOf('a', HALF_HOUR));
      for (const month of [3, 4, 9, 10]) {
        const days = [30, 29, 28, 27, 26, 25, 24, 8, 7, 5, 4, 3, 2];
        const plays = days.flatMap((day) => [
          play('a', at(2027, month, day, 23, 30)),
          play('a', at(2027, month, day, 0, 30)),
        ]);
        expect(recap(plays, tracks)?.streakDays).toBe(7);
      }
    },
  );

  it('has a streak of one day for plays of one day', () => {
    expect(
      recap(
        [1, 2, 3].map((hour) => play('a', at(2027, 3, 2, 20 - hour))),
        mapOf(trackOf('a', HALF_HOUR)),
      ),
    ).toMatchObject({ streakDays: 1 });
  });
});

describe('the artists that a person supported', () => {
  const line = (type: string, zaps: number, trackId: string | null) => ({
    id: `${type} ${trackId}`,
    rev: 1,
    user_id: 'me',
    action_type: type,
    zap_value: zaps,
    metadata: trackId === null ? {} : { track_id: trackId },
    credited_on: '2027-03-02',
    created_at: '2027-03-02T12:00:00.000Z',
  });
  const tracks = mapOf(
    trackOf('a', { user_id: 'ann' }),
    trackOf('b', { user_id: 'bob' }),
    trackOf('own', { user_id: 'me' }),
  );

  it('are those whose tracks got votes, shares and sponsorships, most ZAPs first, minus refunds', () => {
    const lines = [
      line('vote', -5, 'a'),
      line('share', -3, 'b'),
      line('sponsor', -20, 'b'),
      line('sponsor', -20, 'a'),
      line('sponsor_refund', 20, 'a'),
    ];
    expect(supportOf(lines, tracks, 'me')).toEqual({ zaps: 28, artists: ['Name of bob', 'Name of ann'] });
  });

  it('are none for earnings, purchases, refunded and own sponsorships', () => {
    const lines = [
      line('play', 1, 'a'),
      line('store_purchase', -15, null),
      line('sponsor', -20, 'own'),
      line('sponsor', -20, 'b'),
      line('sponsor_refund', 20, 'b'),
    ];
    expect(supportOf(lines, tracks, 'me')).toBeNull();
  });

  it('are none for a track that is not on this device, but its ZAPs count', () => {
    expect(supportOf([line('vote', -5, 'gone')], tracks, 'me')).toEqual({ zaps: 5, artists: [] });
  });
});
