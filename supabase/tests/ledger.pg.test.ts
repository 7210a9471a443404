import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createFan, credit, balanceOf } from './economy-scene.ts';
import { brokenLedgers, createTrack, play, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const addLine = (value: number, user: string) =>
  db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${user}, 'zap', ${value}, '2026-01-05')`;

describe('the balance', () => {
  it('[S-8] follows each row of the ledger, and so does the level', async () => {
    const user = await db.createUser();
    const history = [];
    for (const value of [13, 1, -14, 0, 11, 1, 26, -38]) {
      await addLine(value, user);
      history.push(await balanceOf(db, user));
    }
    expect(history).toEqual([
      { zaps: 13, earned: 13, level: 1 },
      { zaps: 14, earned: 14, level: 2 },
      { zaps: 0, earned: 14, level: 2 },
      { zaps: 0, earned: 14, level: 2 },
      { zaps: 11, earned: 25, level: 2 },
      { zaps: 12, earned: 26, level: 3 },
      { zaps: 38, earned: 52, level: 4 },
      { zaps: 0, earned: 52, level: 4 },
    ]);
  });

  it('[S-8] follows one statement with many rows of many people', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => db.createUser()));
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 select p, 'zap', v, '2026-01-05' from unnest(${people}::uuid[]) p, unnest(array[20, -6, 0, 9]) v`;
    for (const person of people) expect(await balanceOf(db, person)).toEqual({ zaps: 23, earned: 29, level: 3 });
  });

  it("[S-8] is created with the ledger's sum if it was missing", async () => {
    const [one, other] = [await createFan(db, 30), await createFan(db, 30)];
    await db.sql`delete from public.user_balances where user_id in (${one}, ${other})`;
    await db.sql`delete from public.user_stats where user_id in (${one}, ${other})`;

    expect(await db.asUser(one).rpc('backfill_missing_profile')).toEqual({ success: true });
    expect(await balanceOf(db, one)).toEqual({ zaps: 30, earned: 30, level: 3 });
    await credit(db, other, 5);
    expect(await db.asUser(other).rpc('backfill_missing_profile')).toEqual({ success: true });
    expect(await balanceOf(db, other)).toEqual({ zaps: 35, earned: 35, level: 3 });
  });

  it('[S-8] is never negative, whoever writes', async () => {
    const user = await createFan(db, 4);
    for (const overdraw of [
      () => addLine(-5, user),
      () =>
        db
          .asService()
          .run(
            (tx) =>
              tx`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${user}, 'zap', -5, '2026-01-05')`,
          ),
    ]) {
      expect(await refusal(overdraw())).toMatchObject({
        code: '23514',
        message: expect.stringContaining('never_overdrawn'),
      });
    }
    expect(await balanceOf(db, user)).toEqual({ zaps: 4, earned: 26, level: 3 });
  });

  it('[S-8] pays for concurrent votes only as often as it covers the price', async () => {
    const fan = await createFan(db, 17, 60);
    const artist = await db.createUser();
    const tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
    const results = await Promise.all(
      tracks.map((track) => db.asUser(fan).rpc('cast_vote_or_edit', { p_track_id: track, p_vote_weight: 3 })),
    );
    expect(results.filter((result) => Object(result).success)).toHaveLength(3);
    expect(await balanceOf(db, fan)).toEqual({ zaps: 2, earned: 60, level: 4 });
    expect([...(await db.sql`select count(*)::int as votes from public.track_votes where user_id = ${fan}`)]).toEqual([
      { votes: 3 },
    ]);
  });

  it("[S-8] [SY-11] is changed directly by nobody: neither the service role nor the tables' owner", async () => {
    const user = await createFan(db, 30);
    const [service, owner] = [db.asService(), db.sql];
    for (const [change, message] of [
      ['zaps = 1000', 'A balance changes by the ledger alone'],
      ['total_zaps_earned = 1000', 'A balance changes by the ledger alone'],
      [`user_id = '${randomUUID()}'`, 'A balance changes by the ledger alone'],
    ] as const) {
      const text = `update public.user_balances set ${change} where user_id = '${user}'`;
      expect((await refusal(service.run((tx) => tx.unsafe(text)))).code).toBe('42501');
      expect(await refusal(owner.unsafe(text))).toEqual({ code: '42501', message });
    }
    for (const text of [
      `delete from public.user_balances where user_id = '${user}'`,
      `insert into public.user_balances (user_id, zaps) values ('${user}', 5)`,
      `update public.user_stats set fan_level = 9 where user_id = '${user}'`,
    ]) {
      expect((await refusal(service.run((tx) => tx.unsafe(text)))).code, text).toBe('42501');
    }
    await owner`update public.user_balances set total_listen_ms = total_listen_ms + 1 where user_id = ${user}`;
    expect(await balanceOf(db, user)).toEqual({ zaps: 30, earned: 30, level: 3 });
  });
});

describe('the ledger', () => {
  it('[S-8] is append-only for everybody', async () => {
    const user = await createFan(db, 30);
    const rows = () => db.sql`select to_jsonb(a) - 'rev' - 'row_xid' as row from public.zap_actions a order by id`;
    const before = [...(await rows())];
    const other = await db.createUser();
    for (const change of [
      `update public.zap_actions set user_id = '${other}'`,
      'update public.zap_actions set zap_value = 99',
      `update public.zap_actions set action_type = 'play'`,
      `update public.zap_actions set credited_on = '2026-01-06'`,
      `update public.zap_actions set metadata = '{"track_id": null}'`,
      'update public.zap_actions set created_at = now()',
      'update public.zap_actions set deleted_at = now()',
      'delete from public.zap_actions',
      'truncate public.zap_actions cascade',
    ]) {
      expect(await refusal(db.sql.unsafe(change)), change).toEqual({
        code: '42501',
        message: 'The ledger is only ever added to',
      });
      for (const actor of [db.asService(), db.asUser(user), db.asAnon()]) {
        expect((await refusal(actor.run((tx) => tx.unsafe(change)))).code, change).toBe('42501');
      }
    }
    expect([...(await rows())]).toEqual(before);
    // An update that changes no value is allowed.
    await db.sql`update public.zap_actions set row_xid = row_xid where user_id = ${user}`;
  });

  it('[S-6] is deleted with its account, and so are its sums', async () => {
    const user = await createFan(db, 30);
    await db.sql`delete from auth.users where id = ${user}`;
    expect([
      ...(await db.sql`select 1 from public.zap_actions where user_id = ${user}
                       union all select 1 from public.user_balances where user_id = ${user}
                       union all select 1 from public.zap_weeks where user_id = ${user}`),
    ]).toEqual([]);
  });

  it('[S-7] gets no row for spending, rewards, prizes or an unknown type from record_zap_action, which refuses them', async () => {
    const user = await createFan(db, 100);
    for (const type of ['vote', 'share', 'sponsor', 'store_purchase', 'mystery_prize', 'claim', 'daily_gift', 'mint']) {
      expect(
        await db.asUser(user).rpc('record_zap_action', { p_action_type: type, p_zap_value: 50, p_metadata: {} }),
      ).toEqual({ success: false, code: 'unknown_type', message: 'Unknown action type.', zaps_earned: 0 });
    }
    expect(await balanceOf(db, user)).toEqual({ zaps: 100, earned: 100, level: 5 });
  });

  it('[S-7] takes its prices from zap_rules', async () => {
    const fan = await createFan(db, 30);
    const track = await createTrack(db, await db.createUser());
    const vote = () => db.asUser(fan).rpc('cast_vote_or_edit', { p_track_id: track, p_vote_weight: 3 });
    await db.sql`update public.zap_rules set zap_value = -31 where action_type = 'vote'`;
    expect(await vote()).toMatchObject({ message: 'Insufficient ZAPs. You need 31 ZAPs to vote.' });
    await db.sql`update public.zap_rules set zap_value = -7, min_level = 4 where action_type = 'vote'`;
    expect(await vote()).toMatchObject({ code: 'level_too_low' });
    await db.sql`update public.zap_rules set min_level = 3 where action_type = 'vote'`;
    expect(await vote()).toMatchObject({ success: true, zaps_spent: 7 });
    await db.sql`update public.zap_rules set zap_value = -5 where action_type = 'vote'`;
    expect(await balanceOf(db, fan)).toEqual({ zaps: 23, earned: 30, level: 3 });

    expect([
      ...(await db.sql`select action_type, zap_value, is_recordable, min_level from public.zap_rules
                       where zap_value is null or zap_value < 0 order by action_type`),
    ]).toEqual([
      { action_type: 'mystery_prize', zap_value: null, is_recordable: false, min_level: 1 },
      { action_type: 'share', zap_value: -3, is_recordable: false, min_level: 3 },
      { action_type: 'sponsor', zap_value: -20, is_recordable: false, min_level: 3 },
      { action_type: 'sponsor_refund', zap_value: null, is_recordable: false, min_level: 1 },
      { action_type: 'store_purchase', zap_value: null, is_recordable: false, min_level: 1 },
      { action_type: 'vote', zap_value: -5, is_recordable: false, min_level: 3 },
    ]);
    expect(
      (await refusal(db.sql`update public.zap_rules set is_recordable = true where action_type = 'vote'`)).code,
    ).toBe('23514');
  });

  it('[S-8] [S-10] records the ZAPs of a play as soon as the play is applied', async () => {
    const fan = await db.createUser();
    const [result] = await push(db.asUser(fan), [play(await createTrack(db, await db.createUser()))]);
    expect(result?.status).toBe('applied');
    expect(await balanceOf(db, fan)).toEqual({ zaps: 2, earned: 2, level: 1 });
  });
});

describe('inserting a missing balance', () => {
  it("[SY-11] accepts only one’s own row without listening time, and replaces its sums with the ledger's", async () => {
    const [user, other] = [await createFan(db, 30), await createFan(db, 30)];
    const insert = (columns: Record<string, string | number>) =>
      db.asUser(user).run((tx) => tx`insert into public.user_balances ${tx(columns)}`);

    expect((await refusal(insert({ user_id: user, zaps: 0 }))).code, 'it exists').toBe('23505');
    await db.sql`delete from public.user_balances where user_id in (${user}, ${other})`;
    expect((await refusal(insert({ user_id: other, zaps: 0 }))).code).toBe('42501');
    expect((await refusal(insert({ user_id: user, total_listen_ms: 1 }))).code).toBe('42501');
    expect((await refusal(insert({ user_id: user, rev: 9 }))).code).toBe('42501');
    await insert({ user_id: user, zaps: 5_000, total_zaps_earned: 9_000, total_listen_ms: 0 });
    expect(await balanceOf(db, user)).toEqual({ zaps: 30, earned: 30, level: 3 });
    await db.asUser(other).rpc('backfill_missing_profile');
  });
});
