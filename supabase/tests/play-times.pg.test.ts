import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playResult } from '../../sync/model/actions/play-record.ts';
import { type Actors, openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { later, noon, playNew, rowsOf } from './play-scene.ts';
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

const rows = (query: 'balance' | 'stats' | 'ledger', user: string) => rowsOf(db, query, user);
const playMany = (actors: Actors, fan: string, count: number, until: string) =>
  playNew(db, artist, { actors, fan, count, until });

describe('the time of a counted play', () => {
  it('[S-9] decides its UTC day, which has a cap of its own', async () => {
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

  it('[S-11] is the claimed one for an offline play, up to 7 days back and not before the last accepted action', async () => {
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

  it('[S-11] is the present if the claimed time is before an accepted action of any kind, not only before a play', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    await push(user, [action('profile.update', { artist_name: 'Now' }, { at: later(noon, -3600) })]);

    const yesterday = play(await createTrack(db, artist), { at: later(noon, -86_400) });
    expect(await outcome(user, yesterday)).toMatchObject({ played_on: '2026-03-10' });
  });

  it('[S-11] is refused less than 30 s after that of the previous play', async () => {
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

  it("[S-40] is at least 30 s after the previous play's, however short the track is", async () => {
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

  it('[S-40] is never before the account was created, and plays since then count', async () => {
    const fan = await db.createUser({ createdAt: later(noon, -90) });
    const days = await Promise.all(
      [7, 6, 5, 4, 3, 2, 1].map(async (daysAgo) =>
        play(await createTrack(db, artist), { at: later(noon, -86_400 * daysAgo + 60) }),
      ),
    );
    const results = await push(db.atTime(noon).asUser(fan), days);
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2026-03-10',
      ...days.slice(1).map(() => 'too_fast'),
    ]);
    expect(await rows('stats', fan)).toMatchObject([{ fan_level: 1, current_streak: 1 }]);

    const other = await db.createUser({ createdAt: later(noon, -90) });
    const otherResults = await playMany(db.atTime(noon), other, 4, noon);
    expect(
      otherResults.map(({ result }) => result['code'] ?? 'counted'),
      'plays since the account was created count',
    ).toEqual(['counted', 'counted', 'counted', 'counted']);
  });

  it('[S-11] [S-40] is the present for a backlog from before the last accepted action: one play counts, the others are too fast', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    await push(user, [action('profile.update', { artist_name: 'Here today' }, { at: noon })]);
    const tracks = await Promise.all(Array.from({ length: 10 }, () => createTrack(db, artist)));
    const lastWeek = tracks.map((track, index) => play(track, { at: later(noon, -86_400 * 6 + 60 * index) }));
    const results = await push(user, lastWeek);
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2026-03-10',
      ...lastWeek.slice(1).map(() => 'too_fast'),
    ]);
  });

  it('[S-11] decides the day of each play of a backlog, and each day has its own cap', async () => {
    const fan = await db.createUser();
    const firstDay = later(noon, -86_400 * 2);
    const secondDay = later(noon, -86_400);
    const tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
    const backlog = [firstDay, secondDay].flatMap((day) =>
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
    ['of last week, after an action of today', 6, true],
  ])('[S-11] lets one of ten plays with implausible times count for today: %s', async (_, daysAgo, actsFirst) => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    if (actsFirst) await push(user, [action('profile.update', { artist_name: 'Now' }, { at: noon })]);
    const results = await playMany(db.atTime(noon), fan, 10, later(noon, -86_400 * daysAgo));
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2026-03-10',
      ...Array.from({ length: 9 }, () => 'too_fast'),
    ]);
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 2 }]);
  });

  it('[S-11] does not let plays count faster if it is implausible', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    const results = [];
    for (const at of ['2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z', '2001-01-01T00:00:00Z']) {
      results.push(await outcome(user, play(await createTrack(db, artist), { at })));
    }
    expect(results).toEqual([expect.objectContaining({ played_on: '2026-03-10' }), 'too_fast', 'too_fast']);
  });
});
