import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../../sync/outbox/uuid.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createFan, credit, balanceOf } from './economy-scene.ts';
import { MONTHLY, brokenSums, makeMonths, rowsByPartition } from './months-scene.ts';
import { action, brokenLedgers, createTrack, play, pull, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  expect(await brokenSums(db), 'the sums equal those of the rows').toEqual([]);
});
afterAll(() => db.close());

const noon = (day: string) => `${day}T12:00:00.000Z`;
const idOf = (day: string) => uuidV7(Date.parse(noon(day)));
const insertPlay = (user: string, track: string, day: string) =>
  db.sql`insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
         values (${user}, ${track}, ${day}, ${noon(day)}, 30000, true, false)`;
const insertLine = (user: string, type: string, day: string, value = 1) =>
  db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${user}, ${type}, ${value}, ${day})`;
const partitionOf = async (table: (typeof MONTHLY)[number], user: string, key: string) => {
  const rows = await db.sql<{ key: string; name: string }[]>`
    select t.${db.sql(key)}::text as key, t.tableoid::regclass::text as name
    from public.${db.sql(table)} t where t.user_id = ${user} order by 1`;
  return Object.fromEntries(rows.map((row) => [row.key, row.name]));
};

describe('[G-7] The partition of a row', () => {
  it('is that of the month of its UTC day, or the default partition if that month has none', async () => {
    await makeMonths(db, ['2024-02-01', '2024-03-01']);
    const [fan, track] = [await db.createUser(), await createTrack(db, await db.createUser())];
    const days = ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-31', '2024-04-01'];
    for (const day of days) {
      await insertPlay(fan, track, day);
      await insertLine(fan, 'zap', day);
    }
    for (const [table, key] of [
      ['track_plays', 'played_on'],
      ['zap_actions', 'credited_on'],
    ] as const) {
      expect(await partitionOf(table, fan, key)).toEqual({
        '2024-01-31': `partitions.${table}_default`,
        '2024-02-01': `partitions.${table}_2024_02`,
        '2024-02-29': `partitions.${table}_2024_02`,
        '2024-03-01': `partitions.${table}_2024_03`,
        '2024-03-31': `partitions.${table}_2024_03`,
        '2024-04-01': `partitions.${table}_default`,
      });
    }
  });

  it('[SY-9] is, in the log of actions, that of the month in the action’s id, whenever the action is answered', async () => {
    const fan = await db.createUser();
    const last = uuidV7(Date.parse('2024-02-29T23:59:59.999Z'));
    const first = uuidV7(Date.parse('2024-03-01T00:00:00.000Z'));
    const random = randomUUID();
    await push(
      db.asUser(fan),
      [last, first, random].map((id) => action('vote.cast', { track_id: randomUUID(), weight: 3 }, { id })),
    );
    expect(await partitionOf('action_log', fan, 'action_id')).toEqual({
      [last]: 'partitions.action_log_2024_02',
      [first]: 'partitions.action_log_2024_03',
      [random]: 'partitions.action_log_default',
    });
  });

  it('is that of the present month for a procedure that is called without an id', async () => {
    const [fan, track] = [await db.createUser(), await createTrack(db, await db.createUser())];
    const answer = await db
      .atTime(noon('2024-03-10'))
      .asUser(fan)
      .rpc('increment_track_play_count', { track_id_p: track, progress_ms: 30_000 });
    expect(answer).toMatchObject({ success: true });
    expect(Object.values(await partitionOf('action_log', fan, 'action_id'))).toEqual(['partitions.action_log_2024_03']);
    expect(Object.values(await partitionOf('track_plays', fan, 'played_on'))).toEqual([
      'partitions.track_plays_2024_03',
    ]);
  });
});

describe('[G-7] Across partitions', () => {
  it('[S-10] a play counts once per person, track and day', async () => {
    const [fan, track] = [await db.createUser(), await createTrack(db, await db.createUser())];
    for (const day of ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01']) {
      await insertPlay(fan, track, day);
      expect(await refusal(insertPlay(fan, track, day)), day).toMatchObject({ code: '23505' });
    }
  });

  it('[S-11] two plays are 30 s apart, also across the end of a month', async () => {
    const [fan, artist] = [await db.createUser(), await db.createUser()];
    const tracks = await Promise.all(Array.from({ length: 3 }, () => createTrack(db, artist)));
    const actor = db.atTime('2024-03-01T00:01:00.000Z').asUser(fan);
    const times = ['2024-02-29T23:59:50.000Z', '2024-03-01T00:00:10.000Z', '2024-03-01T00:00:20.000Z'];
    const results = await push(
      actor,
      tracks.map((track, n) => play(track, { at: times[n] ?? '', progressMs: 100_000 })),
    );
    expect(results.map(({ result }) => result['code'] ?? result['played_on'])).toEqual([
      '2024-02-29',
      'too_fast',
      '2024-03-01',
    ]);
    const [balance] = await db.sql`select total_listen_ms::int from public.user_balances where user_id = ${fan}`;
    expect(balance, 'no more than the time between the two plays').toEqual({ total_listen_ms: 100_000 + 30_000 });
  });

  it('[S-7] [S-12] rewards come once a day, and some once per account', async () => {
    const fan = await db.createUser();
    for (const day of ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01']) {
      await insertLine(fan, 'claim', day, 2);
      expect(await refusal(insertLine(fan, 'claim', day, 2)), day).toMatchObject({ code: '23505' });
    }
    await insertLine(fan, 'first_play_bonus', '2024-02-29');
    for (const day of ['2024-02-29', '2024-03-01', '2024-05-01']) {
      expect(await refusal(insertLine(fan, 'first_play_bonus', day)), day).toEqual({
        code: '23505',
        message: 'duplicate key value violates unique constraint "zap_actions_once_an_account"',
      });
    }
    await insertLine(fan, 'profile_creation', '2024-03-01', 2);
  });

  it('[S-7] a once-per-account reward comes once, even from concurrent transactions in several months', async () => {
    const fan = await db.createUser();
    const outcomes = await Promise.allSettled(
      ['2024-02-29', '2024-03-01', '2024-01-01', '2024-03-02'].map((day) => insertLine(fan, 'first_play_bonus', day)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balanceOf(db, fan)).toMatchObject({ zaps: 1 });
  });

  it('[SY-9] a repeated action gets its first answer, in whichever partition its id is', async () => {
    const [fan, track] = [await createFan(db, 40), await createTrack(db, await db.createUser())];
    const other = await createTrack(db, await db.createUser());
    for (const id of [idOf('2024-02-10'), idOf('2024-03-10'), idOf('2023-01-10'), randomUUID(), idOf('2200-01-01')]) {
      await db.sql`delete from public.track_votes where user_id = ${fan}`;
      const vote = action('vote.cast', { track_id: track, weight: 5 }, { id, at: noon('2024-03-10') });
      const actor = db.atTime(noon('2024-03-10')).asUser(fan);
      const [first] = await push(actor, [vote]);
      const before = await balanceOf(db, fan);
      const [again] = await push(db.atTime(noon('2024-04-10')).asUser(fan), [vote]);
      expect(again).toEqual(first);
      // Also in one batch with another vote (SY-9).
      const [together] = await push(actor, [
        vote,
        action('vote.cast', { track_id: other, weight: 9 }, { id: idOf('2024-03-11') }),
      ]);
      expect(together).toEqual(first);
      const reused = { ...vote, payload: { track_id: other, weight: 5 } };
      expect((await push(actor, [reused])).map(({ result }) => result['code'])).toEqual(['id_reuse']);
      expect(await balanceOf(db, fan), 'charged once').toEqual(before);
      const { acks } = await pull(actor, { pending: [id, id] });
      expect(acks).toEqual([{ id, status: first?.status, result: first?.result }]);
    }
  });
});

describe('[G-7] A month', () => {
  it('takes its rows from the default partition when it is made, and changes nothing about them', async () => {
    const [fan, track] = [await createFan(db, 40), await createTrack(db, await db.createUser())];
    await insertPlay(fan, track, '2023-06-30');
    await insertPlay(fan, track, '2023-07-01');
    await insertLine(fan, 'zap', '2023-06-15');
    const vote = action('vote.cast', { track_id: track, weight: 5 }, { id: idOf('2023-06-15') });
    const [first] = await push(db.asUser(fan), [vote]);
    const rows = async () => [
      ...(await db.sql`select to_jsonb(p) as row from public.track_plays p where user_id = ${fan} order by 1`),
      ...(await db.sql`select to_jsonb(a) as row from public.zap_actions a where user_id = ${fan} order by 1`),
      ...(await db.sql`select to_jsonb(l) as row from public.action_log l where user_id = ${fan} order by 1`),
    ];
    const before = await rows();

    await makeMonths(db, ['2023-06-01']);

    expect(await rows()).toEqual(before);
    expect(await partitionOf('track_plays', fan, 'played_on')).toEqual({
      '2023-06-30': 'partitions.track_plays_2023_06',
      '2023-07-01': 'partitions.track_plays_default',
    });
    expect(await rowsByPartition(db, 'zap_actions')).toMatchObject({ zap_actions_2023_06: 1 });
    expect(await rowsByPartition(db, 'action_log')).toMatchObject({ action_log_2023_06: 1 });
    expect(await push(db.asUser(fan), [vote])).toEqual([first]);
    for (const day of ['2023-06-30', '2023-07-01']) {
      expect(await refusal(insertPlay(fan, track, day)), day).toMatchObject({ code: '23505' });
      await db.sql`update public.track_plays set zaps_earned = 1 where user_id = ${fan} and played_on = ${day}`;
      const [row] = await db.sql`select rev::int from public.track_plays where user_id = ${fan} and played_on = ${day}`;
      expect(row).toEqual({ rev: 2 });
      await insertLine(fan, 'zap', day);
      const change = db.sql`update public.zap_actions set zap_value = 9 where user_id = ${fan} and credited_on = ${day}`;
      expect(await refusal(change)).toMatchObject({ code: '42501' });
    }
    expect(await brokenLedgers(db)).toEqual([]);
  });

  it('is made once, together with the next two', async () => {
    const names = async () => (await db.sql`select name from private.months_of('zap_actions')`).map(({ name }) => name);
    const before = await names();
    const work = () =>
      db.sql.begin(async (tx) => {
        await tx`select set_config('tests.now', '2031-11-30T23:59:00Z', true)`;
        await tx`select private.make_months()`;
      });
    await Promise.all([work(), work()]);
    await work();
    expect(await names()).toEqual([...before, 'zap_actions_2031_11', 'zap_actions_2031_12', 'zap_actions_2032_01']);
    for (const table of MONTHLY) {
      const [open] = await db.sql`
        select count(*)::int from pg_class c where c.oid in (select inhrelid from pg_inherits where inhparent = ${`public.${table}`}::regclass)
          and not c.relrowsecurity`;
      expect(open, 'each has row security').toEqual({ count: 0 });
    }
  });

  it('is not made while its table is busy, so that nobody waits behind it for long, and is made later', async () => {
    await db.sql.begin(async (busy) => {
      await busy`lock table partitions.zap_actions_default in row exclusive mode`;
      await db.sql.begin(async (tx) => {
        await tx`select set_config('tests.now', '2033-01-15T00:00:00Z', true)`;
        await tx`select private.make_months()`;
      });
      const made = await db.sql`select name from private.months_of('zap_actions') where name like '%2033%'`;
      expect([...made]).toEqual([]);
      const others = await db.sql`select name from private.months_of('track_plays') where name like '%2033%'`;
      expect(others).toHaveLength(3);
      await credit(db, await db.createUser(), 5, '2033-01-15');
    });
    await db.sql.begin(async (tx) => {
      await tx`select set_config('tests.now', '2033-01-15T00:00:00Z', true)`;
      await tx`select private.make_months()`;
    });
    expect(await rowsByPartition(db, 'zap_actions')).toMatchObject({ zap_actions_2033_01: 1 });
  });

  it('is closed to every client', async () => {
    for (const actor of [db.asAnon(), db.asUser(await db.createUser()), db.asService()]) {
      for (const attempt of [
        'select * from partitions.zap_actions_2024_02',
        'delete from partitions.track_plays_default',
        `select private.drop_old_months(1)`,
        `select private.make_months()`,
        `select private.make_month('zap_actions', '2020-01-01')`,
      ])
        expect((await refusal(actor.run((tx) => tx.unsafe(attempt)))).code, attempt).toBe('42501');
    }
  });
});

it('[SY-18] a ledger line of 0 ZAPs also touches the balance, because hosted Realtime reports the balance instead of the line', async () => {
  const fan = await createFan(db, 3);
  const revOf = async () =>
    (await db.sql`select rev::int from public.user_balances where user_id = ${fan}`)[0]?.['rev'];
  const before = await revOf();
  await insertLine(fan, 'zap', '2024-03-03', 0);
  expect(await revOf()).toBe(before + 1);
  const published = await db.sql`
    select schemaname || '.' || tablename as name from pg_publication_tables where pubname = 'supabase_realtime' and tablename like 'zap_actions%'`;
  expect(published.map(({ name }) => name)).toEqual(['public.zap_actions']);
});
