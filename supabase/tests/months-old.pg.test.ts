import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../../sync/outbox/uuid.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { balanceOf, credit } from './economy-scene.ts';
import { makeMonths } from './months-scene.ts';
import { action, createTrack, play, push } from './scene.ts';

const now = '2026-03-20T12:00:00.000Z';
const months = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'];

let db: TestDatabase;
let artist: string;
let track: string;
let fan: string;
let leaver: string;
beforeAll(async () => {
  db = await openTestDatabase();
  await makeMonths(db, months);
  [artist, fan, leaver] = [await db.createUser(), await db.createUser(), await db.createUser()];
  track = await createTrack(db, artist);
  for (const month of months) {
    const at = month.replace(/01$/, '10T12:00:00.000Z');
    for (const user of [fan, leaver]) {
      expect(await push(db.atTime(at).asUser(user), [play(track, { id: uuidV7(Date.parse(at)), at })])).toMatchObject([
        { status: 'applied' },
      ]);
    }
  }
});
afterAll(() => db.close());

const dropOld = async (keep: number | null, drops = false) =>
  await db.sql.begin(async (tx) => {
    await tx`select set_config('tests.now', ${now}, true)`;
    return (await tx`select name from private.drop_old_months(${keep}, ${drops}) name`).map(
      ({ name }) => name as string,
    );
  });
const remaining = async (user: string) => {
  const [row] = await db.sql`
    select (select array_agg(played_on::text order by played_on) from public.track_plays where user_id = ${user}) as plays,
      (select array_agg(distinct credited_on::text) from public.zap_actions where user_id = ${user}) as lines`;
  return row;
};
const numbers = () => db.atTime(now).asUser(artist).rpc('get_track_numbers', { p_track_id: track });

describe('[G-7] drop_old_months', () => {
  it('refuses to touch the present month and the one before it', async () => {
    for (const keep of [0, -1, null]) expect((await refusal(dropOld(keep))).code).toBe('22023');
    expect(await dropOld(4)).toEqual([]);
  });

  it('detaches older months: their partitions become separate tables, and every sum stays', async () => {
    const before = { numbers: await numbers(), fan: await balanceOf(db, fan) };
    expect(await dropOld(3)).toEqual(['track_plays_2025_11', 'zap_actions_2025_11']);
    expect(await dropOld(3)).toEqual([]);

    expect(await remaining(fan)).toEqual({
      plays: ['2025-12-10', '2026-01-10', '2026-02-10', '2026-03-10'],
      lines: ['2025-12-10', '2026-01-10', '2026-02-10', '2026-03-10'],
    });
    const kept =
      await db.sql`select user_id, played_on::text from partitions.track_plays_2025_11 order by user_id = ${fan}`;
    expect([...kept]).toEqual([
      { user_id: leaver, played_on: '2025-11-10' },
      { user_id: fan, played_on: '2025-11-10' },
    ]);
    expect({ numbers: await numbers(), fan: await balanceOf(db, fan) }).toEqual(before);
    const days = await db
      .asUser(fan)
      .run(
        (tx) =>
          tx`select day::text, plays, chosen_plays, ledger_lines, zaps, zaps_earned from public.user_days order by day limit 2`,
      );
    expect([...days], 'a person still sees that day').toEqual([
      // Includes the bonus of the first play.
      { day: '2025-11-10', plays: 1, chosen_plays: 1, ledger_lines: 2, zaps: 2, zaps_earned: 2 },
      { day: '2025-12-10', plays: 1, chosen_plays: 1, ledger_lines: 1, zaps: 1, zaps_earned: 1 },
    ]);
  });

  it('leaves a detached month in a form that can be attached again, and its rules then apply', async () => {
    await db.sql`alter table public.zap_actions attach partition partitions.zap_actions_2025_11 for values from ('2025-11-01') to ('2025-12-01')`;
    const change = db.sql`update public.zap_actions set zap_value = 9 where credited_on = '2025-11-10'`;
    expect(await refusal(change)).toMatchObject({ code: '42501' });
    const again = db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on, metadata)
                         select user_id, action_type, 1, credited_on, metadata from public.zap_actions
                         where credited_on = '2025-11-10' and action_type = 'play' limit 1`;
    expect(await refusal(again)).toMatchObject({ code: '23505' });
    expect(await dropOld(3)).toEqual(['zap_actions_2025_11']);
  });

  it('drops older months: a once-per-account reward is not paid again, and a missing balance begins with the sum of all days', async () => {
    const before = await balanceOf(db, fan);
    expect(await dropOld(1, true)).toEqual([
      ...['track_plays_2025_12', 'track_plays_2026_01'],
      ...['zap_actions_2025_12', 'zap_actions_2026_01'],
    ]);
    expect([
      ...(await db.sql`select relname from pg_class where relname ~ '_2026_01$' and relname !~ 'action_log'`),
    ]).toEqual([]);

    const other = await createTrack(db, artist);
    const [result] = await push(db.atTime(now).asUser(fan), [play(other, { at: now })]);
    expect(result).toMatchObject({ status: 'applied', result: { zaps_earned: 1 } });
    await db.sql`delete from public.user_balances where user_id = ${fan}`;
    await credit(db, fan, 0);
    expect(await balanceOf(db, fan)).toEqual({ ...before, zaps: 7, earned: 7 });
    expect(before).toMatchObject({ zaps: 6, earned: 6 });
  });

  it('[S-6] leaves nothing of a deleted account, not even in detached months', async () => {
    await db.asUser(leaver).rpc('delete_my_profile');
    for (const table of [
      ...[
        'partitions.track_plays_2025_11',
        'partitions.zap_actions_2025_11',
        'public.track_plays',
        'public.zap_actions',
      ],
      ...[
        'public.action_log',
        'public.user_days',
        'private.track_listeners',
        'private.once_an_account',
        'private.recent_actions',
      ],
    ]) {
      const [left] = await db.sql.unsafe(`select count(*)::int from ${table} where user_id = '${leaver}'`);
      expect(left, table).toEqual({ count: 0 });
    }
    expect(await numbers()).toMatchObject({ listeners: 1, days: [{ day: '2026-03-10', plays: 1 }] });
  });
});

describe('[G-7] The sweep of the log of actions', () => {
  const sweep = (at: string) =>
    db.sql.begin(async (tx) => {
      await tx`select set_config('tests.now', ${at}, true)`;
      await tx`select private.sweep_logs()`;
    });
  const logged = async () =>
    (await db.sql`select name from private.months_of('action_log') where name < 'action_log_2026_03'`).map(
      ({ name }) => name as string,
    );

  it('[SY-9] drops a month by the age of its answers, not by the age of its ids', async () => {
    // 180 days after the last answers of November.
    await sweep('2026-05-31T12:00:00.000Z');
    expect(await logged()).toEqual(['action_log_2025_12', 'action_log_2026_01', 'action_log_2026_02']);

    const id = uuidV7(Date.parse('2025-12-31T12:00:00.000Z'));
    const late = action('vote.cast', { track_id: randomUUID(), weight: 3 }, { id, at: '2025-12-31T12:00:00.000Z' });
    const [first] = await push(db.atTime('2026-06-30T12:00:00.000Z').asUser(fan), [late]);
    await sweep('2026-09-05T12:00:00.000Z');
    expect(await logged()).toEqual(['action_log_2025_12']);
    expect(await push(db.atTime('2026-09-05T12:00:00.000Z').asUser(fan), [late])).toEqual([first]);

    await sweep('2026-12-28T12:00:00.000Z');
    expect(await logged()).toEqual([]);
  });

  it('deletes old rows with ids that name no month, and recent actions that the rate limit no longer counts', async () => {
    const actor = db.atTime('2026-03-20T12:00:00.000Z').asUser(fan);
    const other = action('vote.cast', { track_id: randomUUID(), weight: 3 }, { at: now });
    await push(actor, [other]);
    const count = async () =>
      (
        await db.sql`select (select count(*)::int from public.action_log where action_id = ${other.id}) as logged,
          (select count(*)::int from private.recent_actions where user_id = ${fan} and created_at = (select created_at from public.action_log where action_id = ${other.id})) as recent`
      )[0];
    expect(await count()).toEqual({ logged: 1, recent: 1 });
    await sweep('2026-03-20T12:59:00.000Z');
    expect(await count()).toEqual({ logged: 1, recent: 1 });
    await sweep('2026-03-20T13:01:00.000Z');
    expect(await count()).toEqual({ logged: 1, recent: 0 });
    await sweep('2026-09-20T12:00:00.000Z');
    expect(await count()).toEqual({ logged: 0, recent: 0 });
  });
});
