import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { callTwice, credit, expectRefused, lastLedgerLine, later, balanceOf } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, outcome, play, push } from './scene.ts';

let db: TestDatabase;
let artist: string;
let tracks: string[];
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
  tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';
const midnight = '2026-03-11T00:00:00.000Z';
const lastMoment = later(midnight, -0.001);

const playMany = (fan: string, count: number, until: string, isManual = true) =>
  push(
    db.atTime(until).asUser(fan),
    tracks.slice(0, count).map((track, index) => play(track, { at: later(until, 30 * (index + 1 - count)), isManual })),
  );

/** Sets the streak as after plays on `days` consecutive days, the last one on `until`. */
const setStreak = (user: string, days: number, until: string) =>
  db.sql`update public.user_stats set current_streak = ${days}, longest_streak = ${days}, last_active_on = ${until}
         where user_id = ${user}`;

describe('the daily play reward', () => {
  const status = (fan: string, at: string) => db.atTime(at).asUser(fan).rpc('check_daily_reward_status');
  const claim = (fan: string, at: string) => () => db.atTime(at).asUser(fan).rpc('claim_daily_zap_reward');

  it('[S-12] is available after 10 manual plays in a day, and gives 2 ZAPs', async () => {
    const fan = await db.createUser();
    expect(await status(fan, noon)).toEqual({
      already_claimed: false,
      limit_reached: false,
      can_claim: false,
      tracks_needed: 10,
      plays_today: 0,
    });
    await playMany(fan, 9, noon);
    expect(await status(fan, noon)).toMatchObject({ can_claim: false, tracks_needed: 1, plays_today: 9 });
    await expectRefused(db, claim(fan, noon), 'tracks_needed', 'Listen to 1 more track to claim this reward.', {
      amount: 0,
      already_claimed: false,
      tracks_needed: 1,
    });
    const tenth = later(noon, 60);
    await push(db.atTime(tenth).asUser(fan), [play(tracks[9] ?? '', { at: tenth })]);
    expect(await status(fan, tenth)).toMatchObject({ limit_reached: true, can_claim: true, tracks_needed: 0 });
    expect(await claim(fan, tenth)()).toEqual({
      success: true,
      amount: 2,
      already_claimed: false,
      tracks_needed: 0,
      message: '+2 ZAPs claimed!',
    });
    expect(await lastLedgerLine(db, fan)).toEqual({
      action_type: 'claim',
      zap_value: 2,
      metadata: {},
      credited_on: '2026-03-10',
    });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 13, earned: 13, level: 1 });
    expect(await status(fan, tenth)).toEqual({
      already_claimed: true,
      limit_reached: true,
      can_claim: false,
      tracks_needed: 0,
      plays_today: 10,
    });
    await expectRefused(db, claim(fan, tenth), 'already_claimed', 'Already claimed today', {
      amount: 0,
      already_claimed: true,
      tracks_needed: 0,
    });
  });

  it('[S-10] [S-12] does not count own tracks or automatic plays', async () => {
    const fan = await db.createUser();
    await playMany(fan, 10, noon, false);
    expect(await status(fan, noon)).toMatchObject({ plays_today: 0, tracks_needed: 10 });
    await playMany(artist, 10, noon);
    expect(await status(artist, noon)).toMatchObject({ plays_today: 0, tracks_needed: 10 });
  });

  it('[S-9] is claimed on the UTC day on which it was earned, before midnight or after it', async () => {
    const fan = await db.createUser();
    await playMany(fan, 10, lastMoment);
    expect(await status(fan, midnight)).toMatchObject({ can_claim: false, tracks_needed: 10 });
    expect(await claim(fan, midnight)()).toMatchObject({ code: 'tracks_needed' });
    expect(await claim(fan, lastMoment)()).toMatchObject({ success: true });
    expect((await lastLedgerLine(db, fan))?.credited_on).toBe('2026-03-10');
    await playMany(fan, 10, later(midnight, 3600));
    expect(await claim(fan, later(midnight, 3600))()).toMatchObject({ success: true });
    expect((await lastLedgerLine(db, fan))?.credited_on).toBe('2026-03-11');
  });

  it('[SY-9] is paid once, however often and from however many devices it is claimed', async () => {
    const [fan, other] = [await db.createUser(), await db.createUser()];
    await playMany(fan, 10, noon);
    await playMany(other, 10, noon);
    const results = await Promise.all(Array.from({ length: 6 }, claim(fan, noon)));
    expect(results.filter((result) => Object(result).success)).toHaveLength(1);
    expect(await callTwice(db.atTime(noon).asUser(other), 'claim_daily_zap_reward', {})).toMatchObject({ amount: 2 });
    expect(await outcome(db.asUser(fan), action('reward.claim_play', {}))).toBe('unknown_kind');
    for (const user of [fan, other]) expect(await balanceOf(db, user)).toMatchObject({ zaps: 13 });
  });
});

describe('the daily login reward', () => {
  const status = (fan: string, at: string) => db.atTime(at).asUser(fan).rpc('get_daily_login_status');
  const claim = (fan: string, at: string) => () => db.atTime(at).asUser(fan).rpc('claim_daily_login_reward');

  it('[S-7] is 1 ZAP, once a day', async () => {
    const fan = await db.createUser();
    const unclaimed = { already_claimed: false, current_streak: 0, streak_bonus_available: false };
    expect(await status(fan, noon)).toEqual(unclaimed);
    expect(await claim(fan, noon)()).toEqual({
      success: true,
      total_reward: 1,
      current_streak: 0,
      message: '+1 ZAP claimed!',
    });
    expect(await lastLedgerLine(db, fan)).toEqual({
      action_type: 'daily_gift',
      zap_value: 1,
      metadata: { streak: 0 },
      credited_on: '2026-03-10',
    });
    await expectRefused(db, claim(fan, lastMoment), 'already_claimed', 'Already claimed today', {
      total_reward: 0,
      current_streak: 0,
    });
    expect(await status(fan, lastMoment)).toEqual({ ...unclaimed, already_claimed: true });
    expect(await status(fan, midnight)).toEqual(unclaimed);
    expect(await claim(fan, midnight)()).toMatchObject({ success: true });
    expect((await lastLedgerLine(db, fan))?.credited_on).toBe('2026-03-11');
    expect(await balanceOf(db, fan)).toEqual({ zaps: 2, earned: 2, level: 1 });
  });

  it('[S-7] is 2 ZAPs during a streak of at least 30 days', async () => {
    const cases = [
      [29, '2026-03-10', 29, false],
      [30, '2026-03-10', 30, true],
      [31, '2026-03-09', 31, true],
      [31, '2026-03-08', 0, false],
    ] as const;
    for (const [days, until, streak, bonus] of cases) {
      const fan = await db.createUser();
      await setStreak(fan, days, until);
      expect(await status(fan, noon)).toEqual({
        already_claimed: false,
        current_streak: streak,
        streak_bonus_available: bonus,
      });
      expect(await claim(fan, noon)()).toMatchObject({ total_reward: bonus ? 2 : 1, current_streak: streak });
      expect(await balanceOf(db, fan)).toMatchObject({ zaps: bonus ? 2 : 1 });
      expect(await status(fan, noon)).toEqual({
        already_claimed: true,
        current_streak: streak,
        streak_bonus_available: false,
      });
    }
  });

  it('[S-9] counts a streak until the midnight after a day without a play', async () => {
    const fan = await db.createUser();
    await setStreak(fan, 30, '2026-03-09');
    expect(await status(fan, lastMoment)).toMatchObject({ current_streak: 30, streak_bonus_available: true });
    expect(await status(fan, midnight)).toMatchObject({ current_streak: 0, streak_bonus_available: false });
  });

  it('[SY-9] is paid once, however often and from however many devices it is claimed', async () => {
    const [fan, other] = [await db.createUser(), await db.createUser()];
    const results = await Promise.all(Array.from({ length: 6 }, claim(fan, noon)));
    expect(results.filter((result) => Object(result).success)).toHaveLength(1);
    expect(await callTwice(db.asUser(other), 'claim_daily_login_reward', {})).toMatchObject({ total_reward: 1 });
    for (const user of [fan, other]) expect(await balanceOf(db, user)).toMatchObject({ zaps: 1 });
    for (const type of ['claim', 'daily_gift']) {
      const twice = db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                           values (${fan}, ${type}, 1, '2026-03-12'), (${fan}, ${type}, 1, '2026-03-12')`;
      expect((await refusal(twice)).code, 'by the index, whoever writes').toBe('23505');
    }
  });
});

describe('the activity of 30 days', () => {
  it('[S-30] lists the UTC days with a counted play or a ledger line, among today and the 29 days before', async () => {
    const fan = await db.createUser();
    const readActivity = (at: string) => db.atTime(at).asUser(fan).rpc('get_user_30_day_activity');
    expect(await readActivity(noon)).toEqual({ activity_dates: [], total_active_days: 0, has_today_activity: false });
    for (const day of ['2026-02-08', '2026-02-09', '2026-03-01']) await credit(db, fan, 1, day);
    await playMany(fan, 2, lastMoment, false);

    expect(await readActivity(lastMoment)).toEqual({
      activity_dates: ['2026-02-09', '2026-03-01', '2026-03-10'],
      total_active_days: 3,
      has_today_activity: true,
    });
    expect(await readActivity(midnight)).toEqual({
      activity_dates: ['2026-03-01', '2026-03-10'],
      total_active_days: 2,
      has_today_activity: false,
    });
  });

  it('[S-10] does not count plays of own tracks', async () => {
    const maker = await db.createUser();
    await push(db.atTime(noon).asUser(maker), [play(await createTrack(db, maker), { at: noon })]);
    expect(await db.atTime(noon).asUser(maker).rpc('get_user_30_day_activity')).toMatchObject({ total_active_days: 0 });
  });
});

it('[SY-11] rewards require a signed-in person', async () => {
  for (const name of [
    'check_daily_reward_status',
    'claim_daily_zap_reward',
    'get_daily_login_status',
    'claim_daily_login_reward',
    'get_user_30_day_activity',
    'get_user_cosmetics',
  ]) {
    expect((await refusal(db.asAnon().rpc(name))).code, name).toBe('42501');
  }
});
