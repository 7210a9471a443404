import { describe, expect, it } from 'vitest';
import { profileRow } from '../../tests/sync/support/rows.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { MeView } from '../view-types.ts';
import type { OutboxRecord } from '../core/records.ts';
import type { BalanceRow } from '../model/tables/user-balances.ts';
import type { ProfileRow } from '../model/tables/user-profiles.ts';
import type { StatsRow } from '../model/tables/user-stats.ts';
import type { UserCosmeticRow } from '../model/tables/user-cosmetics.ts';
import type { SharedTrackRow } from '../model/tables/shared-tracks.ts';
import type { TrackPlayRow } from '../model/tables/track-plays.ts';
import type { TrackVoteRow } from '../model/tables/track-votes.ts';
import type { ZapActionRow } from '../model/tables/zap-actions.ts';
import { noSmallRows, type SmallRows } from '../model/tables.ts';
import { toMe } from './me.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };
const at = '2027-01-01T00:00:00.000Z';
const yesterday = { occurred_at: '2026-12-31T23:59:59.999Z' };

const balance = (zaps: number): BalanceRow => ({
  id: 'me',
  rev: 1,
  user_id: 'me',
  zaps,
  total_zaps_earned: 100,
  total_listen_ms: 0,
});
const played = (track: string, change: Partial<TrackPlayRow> = {}): TrackPlayRow => ({
  id: `play-${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  played_on: '2027-01-01',
  is_manual: true,
  heard_at: '2027-01-01T10:00:00.000Z',
  is_self_play: false,
  zaps_earned: 1,
  created_at: at,
  ...change,
});
const voted = (track: string): TrackVoteRow => ({
  id: `vote-${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  vote_weight: 3,
  editable_until: at,
  created_at: at,
  updated_at: at,
});
const shared = (track: string): SharedTrackRow => ({
  id: `share-${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  is_shared: true,
  created_at: at,
});
const ledgerLine = (value: number): ZapActionRow => ({
  id: `zap-${value}`,
  rev: 1,
  user_id: 'me',
  action_type: 'play',
  zap_value: value,
  metadata: {},
  credited_on: '2027-01-01',
  created_at: at,
});
const person = profileRow('me', { artist_name: 'Ann', bio: 'Words', avatar_url: 'me/face.png' });

const play = (seq: number, track: string, isManual = true, change: Partial<OutboxRecord> = {}) =>
  queuedRecord(seq, 'play.record', { track_id: track, progress_ms: 30_000, is_manual: isManual }, change);
const vote = (seq: number, track: string) => queuedRecord(seq, 'vote.cast', { track_id: track, weight: 4 });
const share = (seq: number, track: string) => queuedRecord(seq, 'share.add', { track_id: track });

interface Own {
  profile?: ProfileRow;
  balance?: BalanceRow;
  stats?: StatsRow;
  plays?: TrackPlayRow[];
  zaps?: ZapActionRow[];
  votes?: TrackVoteRow[];
  shares?: SharedTrackRow[];
  cosmetics?: UserCosmeticRow[];
}
const rowsOf = (own: Own): SmallRows => ({
  ...noSmallRows,
  user_balances: own.balance ? [own.balance] : [],
  user_stats: own.stats ? [own.stats] : [],
  track_plays: own.plays ?? [],
  zap_actions: own.zaps ?? [],
  track_votes: own.votes ?? [],
  user_cosmetics: own.cosmetics ?? [],
});
const shownOf = (own: Own, queue: readonly OutboxRecord[]) =>
  showing(queue, { rows: rowsOf(own), profile: own.profile ?? null, shares: own.shares ?? [] });
const show = (own: Own, queue: readonly OutboxRecord[] = []): MeView => toMe(config, rowsOf(own), shownOf(own, queue));
const zapsOf = ({ zaps, zapsPending }: MeView) => ({ zaps, zapsPending });

describe("the person's own numbers", () => {
  it('[SY-1] are empty without rows, and equal the rows without queued actions', () => {
    const nothing = {
      profile: null,
      avatarSrc: null,
      balance: null,
      stats: null,
      cosmetics: [],
      zaps: null,
      zapsPending: false,
      spends: [],
      zapsToday: 0,
      playsToday: 0,
      playsWaiting: 0,
    };
    expect(show({})).toEqual(nothing);
    const own = {
      profile: person,
      balance: balance(40),
      stats: {
        id: 'me',
        rev: 1,
        user_id: 'me',
        fan_level: 2,
        current_streak: 3,
        longest_streak: 4,
        last_active_on: null,
        hidden_plays: [],
      },
      plays: [played('a')],
      zaps: [ledgerLine(2)],
      cosmetics: [
        {
          id: 'c',
          rev: 1,
          user_id: 'me',
          item_id: 'i',
          item_name: 'Glow',
          category: 'avatar',
          expires_at: null,
          created_at: at,
        },
      ],
    };
    expect(show(own)).toEqual({
      profile: person,
      avatarSrc: 'https://backend.test/storage/v1/object/public/avatars/me/face.png',
      balance: balance(40),
      stats: own.stats,
      cosmetics: own.cosmetics,
      zaps: 40,
      zapsPending: false,
      spends: [],
      zapsToday: 2,
      playsToday: 1,
      playsWaiting: 0,
    });
  });
});

describe('the shown balance', () => {
  it('[S-7] is the confirmed one minus the cost of queued votes and shares', () => {
    expect(zapsOf(show({ balance: balance(20) }, [vote(1, 'a'), share(2, 'b')]))).toEqual({
      zaps: 12,
      zapsPending: true,
    });
    expect(show({ balance: balance(20) }, [vote(1, 'a'), share(2, 'b')]).spends).toEqual([
      { kind: 'vote', trackId: 'a', zaps: 5 },
      { kind: 'share', trackId: 'b', zaps: 3 },
    ]);
  });

  it('[SY-13] counts a spend once while it is both a row and a queued action', () => {
    const queue = [vote(1, 'a'), share(2, 'b')];
    const own = { balance: balance(12), votes: [voted('a')], shares: [shared('b')] };
    expect(zapsOf(show(own, queue))).toEqual({ zaps: 12, zapsPending: false });
  });

  it('[S-7] never falls below zero, and is marked as not confirmed only while queued spends reduce it', () => {
    expect(zapsOf(show({ balance: balance(4) }, [vote(1, 'a')]))).toEqual({ zaps: 0, zapsPending: true });
    expect(zapsOf(show({ balance: balance(0) }, [vote(1, 'a')]))).toEqual({ zaps: 0, zapsPending: false });
    // An unknown balance is null, not zero.
    expect(zapsOf(show({}, [vote(1, 'a')]))).toEqual({ zaps: null, zapsPending: false });
  });

  it('[S-7] does not predict what a play will earn', () => {
    expect(zapsOf(show({ balance: balance(4) }, [play(1, 'a')]))).toEqual({ zaps: 4, zapsPending: false });
  });

  it("[S-7] is separate from the day's earnings, which spending does not reduce", () => {
    expect(show({ zaps: [ledgerLine(1), ledgerLine(-5), ledgerLine(3)] }).zapsToday).toBe(4);
    const refund = { ...ledgerLine(20), action_type: 'sponsor_refund' };
    expect(show({ zaps: [ledgerLine(1), refund] }).zapsToday, 'a refund is not earned').toBe(1);
  });
});

describe("the day's plays", () => {
  it("[S-10] count manual plays of others' tracks, both those that the server has counted and queued ones", () => {
    const plays = [
      played('a'),
      played('b', { is_manual: false }),
      played('mine', { is_self_play: true, zaps_earned: 0 }),
    ];
    expect(show({ plays }).playsToday).toBe(1);
    expect(show({ plays }, [play(1, 'c'), play(2, 'd', false), play(3, 'unknown')]).playsToday).toBe(3);
  });

  it("[S-10] leave out a queued play of the person's own track", () => {
    expect(show({}, [play(1, 'mine'), play(2, 'a')]).playsToday).toBe(1);
  });

  it('[S-10] leave out plays of yesterday (UTC) that are still queued', () => {
    expect(show({}, [play(1, 'a', true, yesterday), play(2, 'b')]).playsToday).toBe(1);
  });

  it('[SY-13] count a track once, however often it was played, also while its row and a queued play are both there', () => {
    const queue = [play(1, 'a'), play(2, 'a'), play(3, 'b')];
    const counted = ({ playsToday, playsWaiting }: MeView) => ({ playsToday, playsWaiting });
    expect(counted(show({}, queue))).toEqual({ playsToday: 2, playsWaiting: 2 });
    expect(counted(show({ plays: [played('a')] }, queue))).toEqual({ playsToday: 2, playsWaiting: 1 });
    expect(counted(show({ plays: [played('a'), played('b')] }, queue))).toEqual({ playsToday: 2, playsWaiting: 0 });
  });

  it('[S-10] include a track only if its first play of the day was manual', () => {
    expect(show({}, [play(1, 'a', false), play(2, 'a')]).playsToday).toBe(0);
    expect(show({}, [play(1, 'a'), play(2, 'a', false)]).playsToday).toBe(1);
    expect(show({ plays: [played('a', { is_manual: false })] }, [play(1, 'a')]).playsToday).toBe(0);
  });

  it('[S-10] mark every track played today, whether or not the play counts for the reward', () => {
    const own = { plays: [played('a'), played('b', { is_manual: false })] };
    const queue = [play(1, 'a'), play(2, 'mine'), play(3, 'c', true, yesterday), vote(4, 'd')];
    expect([...shownOf(own, queue).plays.keys()]).toEqual(['a', 'b', 'mine']);
  });
});

describe("the person's profile", () => {
  it('[SY-1] shows queued edits, the later over the earlier', () => {
    const queue = [
      queuedRecord(1, 'profile.update', { artist_name: 'Bea', bio: null }),
      queuedRecord(2, 'profile.update', { artist_name: 'Cy', avatar_url: 'https://faces.test/cy.png' }),
    ];
    const { profile, avatarSrc } = show({ profile: person }, queue);
    expect(profile).toEqual({ ...person, artist_name: 'Cy', bio: null, avatar_url: 'https://faces.test/cy.png' });
    expect(avatarSrc).toBe('https://faces.test/cy.png');
  });

  it('[SY-1] has no picture after its removal, and shows no edit of a profile that is not loaded', () => {
    const queue = [queuedRecord(1, 'profile.update', { avatar_url: null })];
    expect(show({ profile: person }, queue)).toMatchObject({
      profile: { ...person, avatar_url: null },
      avatarSrc: null,
    });
    expect(show({}, queue)).toMatchObject({ profile: null, avatarSrc: null });
  });
});
