import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playResult } from '../../sync/model/actions/play-record.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { noon, rowsOf } from './play-scene.ts';
import { brokenLedgers, createTrack, play, push } from './scene.ts';

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

  it('[S-9] [S-11] a play that is counted before midnight and claimed after midnight is paid once, for its own day', async () => {
    const fan = await db.createUser();
    const track = await createTrack(db, artist);
    const at = (time: string) => db.atTime(time).asUser(fan);
    const count = (time: string) =>
      at(time).rpc('increment_track_play_count', { track_id_p: track, progress_ms: 30_000 });
    const claim = (time: string) =>
      at(time).rpc('record_zap_action', { p_action_type: 'play', p_zap_value: 1, p_metadata: { track_id: track } });

    expect(await count('2026-03-10T23:59:59.000Z')).toMatchObject({ success: true, played_on: '2026-03-10' });
    expect(await claim('2026-03-11T00:00:01.000Z')).toEqual({ success: true, zaps_earned: 2, message: '+2 ZAP' });
    expect(await claim('2026-03-11T00:00:02.000Z')).toMatchObject({ success: false, code: 'no_play' });
    expect(await count('2026-03-11T00:01:00.000Z')).toMatchObject({ success: true });
    expect(await claim('2026-03-11T00:01:01.000Z')).toMatchObject({ success: true, zaps_earned: 1 });
    expect(await claim('2026-03-11T00:01:02.000Z')).toMatchObject({ success: false, code: 'already_awarded' });
    expect(await rows('ledger', fan)).toMatchObject([
      { action_type: 'play', credited_on: '2026-03-10' },
      { action_type: 'first_play_bonus', credited_on: '2026-03-10' },
      { action_type: 'play', credited_on: '2026-03-11' },
    ]);

    expect(await count('2026-03-12T12:00:00.000Z')).toMatchObject({ success: true });
    expect(await claim('2026-03-20T00:00:00.000Z'), 'more than 7 days back').toMatchObject({ code: 'no_play' });
    expect(await claim('2026-03-19T23:59:59.000Z')).toMatchObject({ success: true, zaps_earned: 1 });
  });

  it("[S-9] a play that is paid late counts for its own day's cap, not for the day of the claim", async () => {
    const fan = await db.createUser();
    const midnight = '2026-03-11T00:00:00.000Z';
    const tracks = await Promise.all(Array.from({ length: 11 }, () => createTrack(db, artist)));
    for (const [index, track] of tracks.entries()) {
      const time = new Date(Date.parse(midnight) - 60_000 * (index + 1)).toISOString();
      const counted = { track_id_p: track, progress_ms: 30_000 };
      expect(await db.atTime(time).asUser(fan).rpc('increment_track_play_count', counted)).toMatchObject({
        success: true,
      });
    }
    const claims = [];
    for (const track of tracks) {
      const claim = { p_action_type: 'play', p_zap_value: 1, p_metadata: { track_id: track } };
      claims.push(Object(await db.atTime(midnight).asUser(fan).rpc('record_zap_action', claim)).zaps_earned);
    }
    expect(claims).toEqual([2, ...Array.from({ length: 9 }, () => 1), 0]);
  });

  it('[SY-10] record_zap_action pays nothing for an automatic play, or for one that play.record paid', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    const [auto, paid] = [await createTrack(db, artist), await createTrack(db, artist)];
    await push(user, [
      play(auto, { isManual: false, at: new Date(Date.now() - 60_000).toISOString() }),
      play(paid, { at: new Date(Date.now() - 1_000).toISOString() }),
    ]);

    const zap = (track: string) =>
      user.rpc('record_zap_action', { p_action_type: 'play', p_zap_value: 1, p_metadata: { track_id: track } });
    // Around midnight UTC the play may belong to yesterday; the refusal is the same.
    expect(await zap(auto)).toMatchObject({ success: false, code: 'no_play' });
    expect(await zap(paid)).toMatchObject({ success: false, zaps_earned: 0 });
    expect(await rows('balance', fan)).toMatchObject([{ zaps: 2 }]);
  });

  it('[S-7] record_zap_action records rate, comment, upload and zap for 0, up to a daily limit, and refuses unknown types', async () => {
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

  it('[SY-10] increment_track_play_count is idempotent per action id', async () => {
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

  it("[S-9] [SY-11] increment_track_play_count uses only the server's time", async () => {
    const served = await openTestDatabase({ usesServerTime: true });
    try {
      const user = served.asUser(await served.createUser());
      const track = await createTrack(served, await served.createUser());
      const result = await user.run(async (tx) => {
        for (const name of ['tests.now', 'undercurrent.now']) {
          await tx`select set_config(${name}, '2020-01-01T00:00:00Z', true)`;
        }
        const [row] = await tx`select public.increment_track_play_count(${track}, 30000) as result`;
        return playResult.parse(row?.['result']);
      });
      expect(result.played_on).not.toBe('2020-01-01');
    } finally {
      await served.close();
    }
  });
});
