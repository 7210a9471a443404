import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playResult } from '../../sync/model/actions/play-record.ts';
import { type Actors, openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { later, noon, playNew, rowsOf } from './play-scene.ts';
import { brokenLedgers, createTrack, outcome, play, push } from './scene.ts';

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

const rows = (query: 'balance' | 'stats' | 'ledger', user: string) => rowsOf(db, query, user);
const playMany = (actors: Actors, fan: string, count: number, until: string) =>
  playNew(db, artist, { actors, fan, count, until });

describe('a play', () => {
  it('[S-7] [S-8] earns a ZAP, and the first-play bonus once, each as a ledger line', async () => {
    const fan = await db.createUser();
    const [first, second] = [await createTrack(db, artist), await createTrack(db, artist)];

    const results = await push(db.atTime(noon).asUser(fan), [
      play(first, { at: later(noon, -60), progressMs: 31_000 }),
      play(second, { at: later(noon, -5), progressMs: 30_000 }),
    ]);

    expect(results.map((result) => playResult.parse(result.result))).toEqual([
      { success: true, newPlayCount: 1, is_self_play: false, zaps_earned: 2, played_on: '2026-03-10' },
      { success: true, newPlayCount: 1, is_self_play: false, zaps_earned: 1, played_on: '2026-03-10' },
    ]);
    expect(await rows('ledger', fan)).toEqual([
      { action_type: 'play', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: first } },
      { action_type: 'play', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: second } },
      { action_type: 'first_play_bonus', zap_value: 1, credited_on: '2026-03-10', metadata: { track_id: first } },
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

  it('[S-10] counts once per user, track and UTC day', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);

    expect(await outcome(db.atTime(noon).asUser(fan), play(track, { at: noon }))).toMatchObject({ newPlayCount: 1 });
    const [repeated] = await push(db.atTime(later(noon, 3600)).asUser(fan), [play(track, { at: later(noon, 3600) })]);
    expect(repeated?.result).toEqual({ code: 'already_counted', message: 'This track was already counted today.' });
    const tomorrow = later(noon, 86_400);
    expect(await outcome(db.atTime(tomorrow).asUser(fan), play(track, { at: tomorrow }))).toMatchObject({
      newPlayCount: 2,
      zaps_earned: 1,
    });
  });

  it('[S-10] of one’s own track adds only listening time', async () => {
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

  it('[S-10] earns nothing if it is automatic, but counts and keeps the streak', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);

    expect(await outcome(db.atTime(noon).asUser(fan), play(track, { at: noon, isManual: false }))).toMatchObject({
      newPlayCount: 1,
      zaps_earned: 0,
    });
    expect(await rows('ledger', fan)).toEqual([]);
    expect(await rows('stats', fan)).toMatchObject([{ current_streak: 1 }]);
  });

  it("[S-10] adds no more listening time than the track's length, or than the time since the previous play", async () => {
    const fan = await db.createUser();
    const [first, second] = [await createTrack(db, artist, { durationMs: 40_000 }), await createTrack(db, artist)];

    await push(db.atTime(noon).asUser(fan), [
      play(first, { at: later(noon, -45), progressMs: 3_600_000 }),
      play(second, { at: noon, progressMs: 180_000 }),
    ]);
    expect(await rows('balance', fan)).toMatchObject([{ total_listen_ms: 40_000 + 45_000 }]);
  });

  it('[S-7] earns a ZAP up to 10 times per UTC day, plus the bonus; further plays still count', async () => {
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

  it('[S-10] extends the streak day by day, and restarts it after a gap', async () => {
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

  it('[SY-11] is refused if the track is missing, deleted, or another person’s private one', async () => {
    const user = db.asUser(await db.createUser());
    const [privateTrack, deleted] = [await createTrack(db, artist, { isPublic: false }), await createTrack(db, artist)];
    await db.sql`delete from public.tracks where id = ${deleted}`;

    expect(await outcome(user, play(privateTrack))).toBe('track_missing');
    expect(await outcome(user, play(deleted))).toBe('track_missing');
    expect(await outcome(user, play(randomUUID()))).toBe('track_missing');
    expect(await outcome(db.asUser(artist), play(privateTrack))).toMatchObject({ is_self_play: true });
  });
});
