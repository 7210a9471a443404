import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playResult } from '../../sync/model/actions/play-record.ts';
import { type Actors, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, brokenLedgers, createTrack, outcome, play, push } from './scene.ts';

let db: TestDatabase;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';
const later = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

async function rows(query: 'balance' | 'stats' | 'ledger', user: string): Promise<unknown[]> {
  if (query === 'balance') {
    return [
      ...(await db.sql`select zaps, total_zaps_earned, total_listen_ms::int from public.user_balances where user_id = ${user}`),
    ];
  }
  if (query === 'stats') {
    return [
      ...(await db.sql`select fan_level, current_streak, longest_streak, last_active_on::text from public.user_stats where user_id = ${user}`),
    ];
  }
  return [
    ...(await db.sql`select action_type, zap_value, credited_on::text, metadata from public.zap_actions
                     where user_id = ${user} order by credited_on, action_type desc`),
  ];
}

/** Plays `count` new tracks, 30 s apart, the last one at `until`. */
async function playMany(actors: Actors, fan: string, count: number, until: string) {
  const tracks = await Promise.all(Array.from({ length: count }, () => createTrack(db, artist)));
  return push(
    actors.asUser(fan),
    tracks.map((track, index) => play(track, { at: later(until, 30 * (index + 1 - count)) })),
  );
}

describe('a counted play', () => {
  it('[S-7] [S-8] earns a ZAP and once the first-play bonus, each as a line of the ledger', async () => {
    const fan = await db.createUser();
    const [one, two] = [await createTrack(db, artist), await createTrack(db, artist)];

    const results = await push(db.atTime(noon).asUser(fan), [
      play(one, { at: later(noon, -60), progressMs: 31_000 }),
      play(two, { at: later(noon, -5), progressMs: 30_000 }),
    ]);

    expect(results.map((result) => playResult.parse(result.result))).toEqual([
      { success: true, newPlayCount: 1, is_self_play: false, zaps_earned: 2, played_on: '2026-03-10' },
      { success: true, newPlayCount: 1, is_self_play: false, zaps_earned: 1, played_on: '2026-03-10' },
    ]);
    expect(await rows('ledger', fan)).toEqual([
      { action_type: 'play', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: one } },
      { action_type: 'play', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: two } },
      { action_type: 'first_play_bonus', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: one } },
    ]);
    expect(await rows('balance', fan)).toEqual([{ zaps: 3, total_zaps_earned: 3, total_listen_ms: 61_000 }]);
    expect(await rows('stats', fan)).toEqual([
      { fan_level: 1, current_streak: 1, longest_streak: 1, last_active_on: '2026-03-10' },
    ]);
  });

  it('[S-10] needs 30 s, or 95 % of a shorter track, by the stored duration', async () => {
    const fan = await db.createUser();
    const [long, short] = [await createTrack(db, artist), await createTrack(db, artist, { durationMs: 20_000 })];
    const user = db.atTime(noon).asUser(fan);

    expect(await outcome(user, play(long, { at: later(noon, -100), progressMs: 29_999 }))).toBe('too_short');
    expect(await outcome(user, play(long, { at: later(noon, -99), progressMs: 30_000 }))).toMatchObject({
      success: true,
    });
    expect(await outcome(user, play(short, { at: later(noon, -70), progressMs: 18_999 }))).toBe('too_short');
    expect(await outcome(user, play(short, { at: later(noon, -69), progressMs: 19_000 }))).toMatchObject({
      success: true,
    });
  });

  it('[S-10] counts once a user, track and UTC day', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);

    expect(await outcome(db.atTime(noon).asUser(fan), play(track, { at: noon }))).toMatchObject({ newPlayCount: 1 });
    const [again] = await push(db.atTime(later(noon, 3600)).asUser(fan), [play(track, { at: later(noon, 3600) })]);
    expect(again?.result).toEqual({ code: 'already_counted', message: 'This track was already counted today.' });
    const tomorrow = later(noon, 86_400);
    expect(await outcome(db.atTime(tomorrow).asUser(fan), play(track, { at: tomorrow }))).toMatchObject({
      newPlayCount: 2,
      zaps_earned: 1,
    });
  });

  it('[S-10] counts for listening alone when it is of the own track', async () => {
    const track = await createTrack(db, artist);
    const before = await rows('balance', artist);
    expect(before).toEqual([{ zaps: 0, total_zaps_earned: 0, total_listen_ms: 0 }]);

    expect(await outcome(db.atTime(noon).asUser(artist), play(track, { at: noon }))).toEqual({
      success: true,
      newPlayCount: 0,
      is_self_play: true,
      zaps_earned: 0,
      played_on: '2026-03-10',
    });
    expect(await rows('balance', artist)).toEqual([{ zaps: 0, total_zaps_earned: 0, total_listen_ms: 30_000 }]);
    expect(await rows('stats', artist)).toEqual([
      { fan_level: 1, current_streak: 0, longest_streak: 0, last_active_on: null },
    ]);
  });

  it('[S-10] counts and keeps the streak but earns nothing when the player advanced by itself', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);

    expect(await outcome(db.atTime(noon).asUser(fan), play(track, { at: noon, isManual: false }))).toMatchObject({
      newPlayCount: 1,
      zaps_earned: 0,
    });
    expect(await rows('ledger', fan)).toEqual([]);
    expect(await rows('stats', fan)).toMatchObject([{ current_streak: 1 }]);
  });

  it('[S-10] cannot have heard more than the track holds, or than the time since the last play', async () => {
    const fan = await db.createUser();
    const [one, two] = [await createTrack(db, artist, { durationMs: 40_000 }), await createTrack(db, artist)];

    await push(db.atTime(noon).asUser(fan), [
      play(one, { at: later(noon, -45), progressMs: 3_600_000 }),
      play(two, { at: noon, progressMs: 180_000 }),
    ]);
    expect(await rows('balance', fan)).toMatchObject([{ total_listen_ms: 40_000 + 45_000 }]);
  });

  it('[S-7] earns at most 10 ZAPs a UTC day, the bonus apart; the rest still count', async () => {
    const fan = await db.createUser();
    const results = await playMany(db.atTime(noon), fan, 12, noon);

    expect(results.map((result) => result.result['zaps_earned'])).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(results.at(-1)?.result).toMatchObject({
      newPlayCount: 1,
      message: 'Daily ZAP limit for plays reached. Extra plays count for your streak.',
    });
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 11, total_zaps_earned: 11 }]);

    const tomorrow = later(noon, 86_400);
    expect(
      (await playMany(db.atTime(tomorrow), fan, 3, tomorrow)).map((result) => result.result['zaps_earned']),
    ).toEqual([1, 1, 1]);
    expect(await rows('stats', fan)).toEqual([
      { fan_level: 2, current_streak: 2, longest_streak: 2, last_active_on: '2026-03-11' },
    ]);
  });

  it('[S-9] belongs to the UTC day on its side of midnight, with a cap of its own', async () => {
    const fan = await db.createUser();
    const midnight = '2026-03-11T00:00:00.000Z';
    const [before, after] = [later(midnight, -1), later(midnight, 60)];
    const track = await createTrack(db, artist);

    expect(
      (await playMany(db.atTime(later(before, -60)), fan, 10, later(before, -60))).at(-1)?.result['zaps_earned'],
    ).toBe(1);
    expect(await outcome(db.atTime(before).asUser(fan), play(track, { at: before }))).toMatchObject({
      played_on: '2026-03-10',
      zaps_earned: 0,
    });
    expect(await outcome(db.atTime(after).asUser(fan), play(track, { at: after }))).toMatchObject({
      played_on: '2026-03-11',
      zaps_earned: 1,
      newPlayCount: 2,
    });
  });

  it('[S-11] made offline is credited to its own day, up to 7 days back and not before the last accepted action', async () => {
    const fan = await db.createUser();
    const days = (count: number) => later(noon, -86_400 * count);
    const day = async (at: string, now = noon) => {
      const result = await outcome(db.atTime(now).asUser(fan), play(await createTrack(db, artist), { at }));
      return playResult.parse(result).played_on;
    };

    expect(await day(later(days(7), 0))).toBe('2026-03-03');
    expect(await day(days(5))).toBe('2026-03-05');
    expect(await day(days(6)), 'before the last accepted action').toBe('2026-03-10');
    expect(await day(days(4), later(noon, 30)), 'that play was accepted as of now').toBe('2026-03-10');

    const other = await db.createUser();
    const tooOld = play(await createTrack(db, artist), { at: later(days(7), -1) });
    expect(await outcome(db.atTime(noon).asUser(other), tooOld)).toMatchObject({ played_on: '2026-03-10' });
    const future = play(await createTrack(db, artist), { at: later(noon, 86_400) });
    expect(await outcome(db.atTime(later(noon, 60)).asUser(other), future)).toMatchObject({ played_on: '2026-03-10' });
  });

  it('[S-11] any accepted action closes the past, not plays alone', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    await push(user, [action('profile.update', { artist_name: 'Now' }, { at: later(noon, -3600) })]);

    const yesterday = play(await createTrack(db, artist), { at: later(noon, -86_400) });
    expect(await outcome(user, yesterday)).toMatchObject({ played_on: '2026-03-10' });
  });

  it('[S-10] extends the streak day by day and starts it again after a gap', async () => {
    const fan = await db.createUser();
    const streaks = [];
    for (const day of [1, 2, 3, 5, 6]) {
      const at = `2026-04-0${day}T08:00:00.000Z`;
      await push(db.atTime(at).asUser(fan), [play(await createTrack(db, artist), { at })]);
      streaks.push(...(await rows('stats', fan)));
    }
    expect(streaks).toMatchObject([
      { current_streak: 1, longest_streak: 1 },
      { current_streak: 2, longest_streak: 2 },
      { current_streak: 3, longest_streak: 3 },
      { current_streak: 1, longest_streak: 3 },
      { current_streak: 2, longest_streak: 3 },
    ]);
  });

  it('[S-11] is refused when it comes faster than it can be heard, whichever order it arrives in', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    const send = async (seconds: number, durationMs = 180_000) => {
      const track = await createTrack(db, artist, { durationMs });
      const result = await outcome(
        user,
        play(track, { at: later(noon, seconds), progressMs: Math.min(30_000, durationMs) }),
      );
      return typeof result === 'string' ? result : 'counted';
    };

    expect(await send(-300)).toBe('counted');
    expect(await send(-300)).toBe('too_fast');
    expect(await send(-270.001)).toBe('too_fast');
    expect(await send(-270)).toBe('counted');
    expect(await send(0)).toBe('counted');
  });

  it('[S-40] keeps 30 s from the one before it, however short its track is', async () => {
    const fan = await db.createUser();
    const shorts = await Promise.all([1, 2, 3].map(() => createTrack(db, artist, { durationMs: 1_000 })));
    const short = (index: number, seconds: number) =>
      play(shorts[index] ?? '', { at: later(noon, seconds), progressMs: 1_000 });
    const results = await push(db.atTime(noon).asUser(fan), [
      short(0, -60),
      short(1, -58.9),
      short(1, -30.001),
      short(1, -30),
      short(2, -1),
    ]);
    expect(results.map(({ result }) => result['code'] ?? 'counted')).toEqual([
      'counted',
      'too_fast',
      'too_fast',
      'counted',
      'too_fast',
    ]);
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 3, total_listen_ms: 2_000 }]);
  });

  it('[S-40] is of no day before the account existed, and a new account counts one at once', async () => {
    const fan = await db.createUser({ createdAt: later(noon, -90) });
    const days = await Promise.all(
      [7, 6, 5, 4, 3, 2, 1].map(async (ago) =>
        play(await createTrack(db, artist), { at: later(noon, -86_400 * ago + 60) }),
      ),
    );
    const results = await push(db.atTime(noon).asUser(fan), days);
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2026-03-10',
      ...days.slice(1).map(() => 'too_fast'),
    ]);
    expect(await rows('stats', fan)).toMatchObject([{ fan_level: 1, current_streak: 1 }]);

    const other = await db.createUser({ createdAt: later(noon, -90) });
    const results2 = await playMany(db.atTime(noon), other, 4, noon);
    expect(
      results2.map(({ result }) => result['code'] ?? 'counted'),
      'its own past of 90 s is believed',
    ).toEqual(['counted', 'counted', 'counted', 'counted']);
  });

  it('[S-11] a backlog is credited day by day, each with its own cap', async () => {
    const fan = await db.createUser();
    const monday = later(noon, -86_400 * 2);
    const tuesday = later(noon, -86_400);
    const tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
    const backlog = [monday, tuesday].flatMap((day) =>
      tracks.map((track, index) => play(track, { at: later(day, 30 * index) })),
    );
    const results = await push(db.atTime(noon).asUser(fan), backlog);

    expect(results.map(({ result }) => [result['played_on'], result['zaps_earned']])).toEqual([
      ...tracks.map((_, index) => ['2026-03-08', index === 0 ? 2 : index < 10 ? 1 : 0]),
      ...tracks.map((_, index) => ['2026-03-09', index < 10 ? 1 : 0]),
    ]);
    expect(await rows('stats', fan)).toMatchObject([{ current_streak: 2, last_active_on: '2026-03-09' }]);
  });

  it.each([
    ['older than a week', 8, false],
    ['of last week, after an action of now', 6, true],
  ])('[S-11] ten that are claimed for a time that is not believed are not all of today: %s', async (_, ago, acts) => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    if (acts) await push(user, [action('profile.update', { artist_name: 'Now' }, { at: noon })]);
    const results = await playMany(db.atTime(noon), fan, 10, later(noon, -86_400 * ago));
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2026-03-10',
      ...Array.from({ length: 9 }, () => 'too_fast'),
    ]);
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 2 }]);
  });

  it('[S-11] is not counted faster with times that are not believed', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    const results = [];
    for (const at of ['2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z', '2001-01-01T00:00:00Z']) {
      results.push(await outcome(user, play(await createTrack(db, artist), { at })));
    }
    expect(results).toEqual([expect.objectContaining({ played_on: '2026-03-10' }), 'too_fast', 'too_fast']);
  });

  it('[SY-11] is refused for a track that is missing, deleted, or private to another', async () => {
    const user = db.asUser(await db.createUser());
    const [secret, deleted] = [await createTrack(db, artist, { isPublic: false }), await createTrack(db, artist)];
    await db.sql`delete from public.tracks where id = ${deleted}`;

    expect(await outcome(user, play(secret))).toBe('track_missing');
    expect(await outcome(user, play(deleted))).toBe('track_missing');
    expect(await outcome(user, play(randomUUID()))).toBe('track_missing');
    expect(await outcome(db.asUser(artist), play(secret))).toMatchObject({ is_self_play: true });
  });
});

describe('the procedures of the specification', () => {
  it('[SY-10] increment_track_play_count counts, record_zap_action pays once', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);
    const user = db.asUser(fan);
    const count = { track_id_p: track, progress_ms: 30_000 };
    const zap = { p_action_type: 'play', p_zap_value: 1_000, p_metadata: { track_id: track } };
    const today = new Date().toISOString().slice(0, 10);

    expect(await user.rpc('record_zap_action', zap)).toEqual({
      success: false,
      code: 'no_play',
      message: 'No play of this track earns a ZAP today.',
      zaps_earned: 0,
    });
    expect(await user.rpc('increment_track_play_count', count)).toEqual({
      success: true,
      newPlayCount: 1,
      new_play_count: 1,
      play_count: 1,
      is_self_play: false,
      zaps_earned: 0,
      played_on: today,
    });
    expect(await rows('ledger', fan)).toEqual([]);
    expect(await user.rpc('record_zap_action', zap)).toEqual({ success: true, zaps_earned: 2, message: '+2 ZAP' });
    expect(await user.rpc('record_zap_action', zap)).toMatchObject({
      success: false,
      zaps_earned: 0,
      message: 'You already earned the ZAP for this track today.',
    });
    expect(await user.rpc('increment_track_play_count', count)).toMatchObject({
      success: false,
      message: 'This track was already counted today.',
    });
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 2, total_zaps_earned: 2 }]);
  });

  it('[SY-10] pays nothing for a play that came by itself, or that play.record paid', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    const [auto, paid] = [await createTrack(db, artist), await createTrack(db, artist)];
    await push(user, [
      play(auto, { isManual: false, at: new Date(Date.now() - 60_000).toISOString() }),
      play(paid, { at: new Date(Date.now() - 1_000).toISOString() }),
    ]);

    const zap = (track: string) =>
      user.rpc('record_zap_action', { p_action_type: 'play', p_zap_value: 1, p_metadata: { track_id: track } });
    // Around midnight a play of a second ago is yesterday's, which earns nothing today either.
    expect(await zap(auto)).toMatchObject({ success: false, code: 'no_play' });
    expect(await zap(paid)).toMatchObject({ success: false, zaps_earned: 0 });
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 2 }]);
  });

  it('[S-7] records rate, comment, upload and zap for 0, up to a daily limit, and refuses unknown types', async () => {
    const fan = await db.createUser();
    const record = (type: string, metadata = {}) =>
      db
        .atTime(noon)
        .asUser(fan)
        .rpc('record_zap_action', { p_action_type: type, p_zap_value: 99, p_metadata: metadata });
    const track = await createTrack(db, artist);

    expect(await record('rate', { track_id: track, junk: 'x'.repeat(5_000) })).toEqual({
      success: true,
      zaps_earned: 0,
      message: 'Recorded.',
    });
    for (const type of ['comment', 'upload', 'zap'])
      expect(await record(type)).toMatchObject({ success: true, zaps_earned: 0 });
    for (const type of ['mint', 'profile_creation', 'first_play_bonus', 'daily_gift', 'claim', '']) {
      expect(await record(type)).toMatchObject({ success: false, code: 'unknown_type', zaps_earned: 0 });
    }
    expect(await rows('ledger', fan)).toMatchObject([
      { action_type: 'zap', zap_value: 0 },
      { action_type: 'upload', zap_value: 0 },
      { action_type: 'rate', zap_value: 0, metadata: { track_id: track } },
      { action_type: 'comment', zap_value: 0 },
    ]);
    await db.sql`update public.zap_rules set daily_cap = 1 where action_type = 'rate'`;
    expect(await record('rate')).toMatchObject({ success: false, message: 'Daily limit reached for this action.' });
    await db.sql`update public.zap_rules set daily_cap = 100 where action_type = 'rate'`;
  });

  it('[SY-10] keep the promise of the action id', async () => {
    const fan = await db.createUser();
    const count = { track_id_p: await createTrack(db, artist), progress_ms: 30_000, p_action_id: randomUUID() };

    const first = await db.asUser(fan).rpc('increment_track_play_count', count);
    expect(first).toMatchObject({ success: true, newPlayCount: 1 });
    expect(await db.asUser(fan).rpc('increment_track_play_count', count)).toEqual(first);
    expect(await db.asUser(fan).rpc('increment_track_play_count', { ...count, progress_ms: 31_000 })).toMatchObject({
      success: false,
      code: 'id_reuse',
    });
  });

  it('[S-9] [SY-11] take the time from nobody but the server', async () => {
    const user = db.asUser(await db.createUser());
    for (const actor of [user, db.asAnon(), db.asService()]) {
      expect((await refusal(actor.run((tx) => tx`insert into private.clock (at) values ('2020-01-01')`))).code).toBe(
        '42501',
      );
      expect((await refusal(actor.run((tx) => tx`select * from private.clock`))).code).toBe('42501');
    }
    const track = await createTrack(db, artist);
    const result = await user.run(async (tx) => {
      await tx`select set_config('undercurrent.now', '2020-01-01T00:00:00Z', true)`;
      const [row] = await tx`select public.increment_track_play_count(${track}, 30000) as result`;
      return playResult.parse(row?.['result']);
    });
    expect(result.played_on).not.toBe('2020-01-01');
    expect([...(await db.sql`select * from private.clock`)]).toEqual([]);
  });
});
