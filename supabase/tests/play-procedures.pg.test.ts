import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playResult } from '../../sync/model/actions/play-record.ts';
import { openTestDatabase, refusal, type TestDatabase } from '../../tests/support/postgres.ts';
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
