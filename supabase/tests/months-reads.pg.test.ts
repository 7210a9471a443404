import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type postgres from 'postgres';
import { ownLists } from '../../sync/model/own-lists.ts';
import { recentZaps } from '../../sync/model/remote-reads.ts';
import { uuidV7 } from '../../sync/outbox/uuid.ts';
import { type Argument, type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { makeMonths, readsOf } from './months-scene.ts';
import { action, allTables, createTrack, mysteryPack, play } from './scene.ts';

/** The time of the calls, far from the ends of a day and a month. */
const at = '2026-03-15T12:00:00.000Z';
const LISTENERS = 500;
/** Rows of each monthly table. */
const ROWS = 67_000;
/** Names of the big tables. All others have so few rows that PostgreSQL reads them whole. */
const BIG =
  /^(action_log_|track_plays_|zap_actions_|user_days|track_days|track_listeners|recent_actions|zap_weeks|user_profiles)/;
/** Partitions without rows: the default ones, the months after `at`, and those that are made for the day on which the test runs. */
const EMPTY = /_(default|2026_0[4-9]|2026_1\d|20(2[7-9]|[3-9]\d)_\d\d)$/;

let db: TestDatabase;
let fan: string;
let artist: string;
let tracks: string[];
beforeAll(async () => {
  db = await openTestDatabase();
  await makeMonths(
    db,
    Array.from({ length: 13 }, (_, n) => new Date(Date.UTC(2025, 3 + n, 1)).toISOString().slice(0, 10)),
  );
  [artist, fan] = [await db.createUser(), await db.createUser()];
  tracks = await Promise.all(Array.from({ length: 40 }, () => createTrack(db, artist)));
  await db.sql.begin(async (tx) => {
    // Skip triggers and foreign keys, with which so many accounts would take minutes.
    await tx`set local session_replication_role = replica`;
    await tx`create temp table people on commit drop as
      select case n when 1 then ${fan}::uuid else gen_random_uuid() end as id, n from generate_series(1, ${LISTENERS}) n`;
    await tx`create temp table moments on commit drop as
      select p.id as user_id, t.ids[1 + i / ${LISTENERS} % 40] as track_id, (m.at at time zone 'UTC')::date as day, m.at
      from generate_series(0, ${ROWS - 1}) i
      join people p on p.n = 1 + i % ${LISTENERS}
      cross join (select ${tracks}::uuid[] as ids) t
      cross join lateral (select '2026-03-15 06:00Z'::timestamptz - make_interval(hours => 58 * (i / ${LISTENERS})) as at) m`;
    await tx`insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, created_at)
      select user_id, track_id, day, at, 30000, true, false, at from moments`;
    await tx`insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
      select user_id, 'play', 1, jsonb_build_object('track_id', track_id), day, at from moments`;
    await tx`insert into public.action_log (user_id, action_id, kind, req_hash, status, result, created_at)
      select user_id, (left(private.first_id_at(at)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid,
        'play.record', '', 'applied', '{}', at
      from moments`;
    await tx`insert into private.recent_actions (user_id, kind, created_at)
      select id, 'play.record', ${at}::timestamptz - make_interval(mins => m) from people, generate_series(1, 20) m`;
    await tx`insert into public.user_days (user_id, day, plays, chosen_plays, ledger_lines, zaps, zaps_earned)
      select user_id, day, count(*), count(*), count(*), count(*), count(*) from moments group by 1, 2`;
    await tx`insert into private.track_days (track_id, day, plays)
      select t.id, '2026-03-15'::date - d, 1 from public.tracks t, generate_series(0, 364) d`;
    await tx`insert into private.track_listeners (user_id, track_id, plays) select user_id, track_id, count(*) from moments group by 1, 2`;
    await tx`insert into public.zap_weeks (user_id, week_start, zaps_earned, reached_at)
      select id, '2026-03-09'::date - 7 * w, 1 + n % 70, '2026-03-14' from people, generate_series(0, 20) w`;
    await tx`insert into public.user_profiles (id, artist_name) select id, 'Fan ' || n from people where n > 1`;
    await tx`update public.user_balances set zaps = 1000, total_zaps_earned = 1000 where user_id = ${fan}`;
    await tx`update public.user_stats set fan_level = 9 where user_id = ${fan}`;
    await tx`update public.tracks set radio_opt_in = true`;
  });
  await db.sql`analyze`;
});
afterAll(() => db.close());

const readsAs = async (user: string, work: (tx: postgres.TransactionSql) => Promise<unknown>) => {
  const { partitions, fullScans } = await readsOf(db, { user, at }, work);
  return {
    partitions: partitions.filter((name) => !EMPTY.test(name)),
    fullScans: fullScans.filter((name) => BIG.test(name) && !EMPTY.test(name)),
  };
};
const months = (table: string, ...names: string[]) => names.map((name) => `${table}_${name}`);
const every = (table: string) =>
  months(
    table,
    ...['2025_04', '2025_05', '2025_06', '2025_07', '2025_08', '2025_09', '2025_10', '2025_11', '2025_12'],
    ...['2026_01', '2026_02', '2026_03'],
  );

const call = (name: string, args: Record<string, Argument> = {}) => {
  return async (tx: postgres.TransactionSql) => {
    const entries = Object.entries(args);
    const [row] = await tx.unsafe<{ answer: unknown }[]>(
      `select to_jsonb(public.${name}(${entries.map(([key], n) => `${key} => $${n + 1}${typeof args[key] === 'object' ? '::text::jsonb' : ''}`).join(', ')})) as answer`,
      entries.map(([, value]) => (typeof value === 'object' ? JSON.stringify(value) : value)),
    );
    expect(JSON.stringify(row?.answer)).not.toMatch(/"success": ?false|rejected|later/);
  };
};
const newId = () => uuidV7(Date.parse(at));
const idOfAugust = () => uuidV7(Date.parse('2025-08-15T12:00:00Z'));

describe('[G-7] With 200,000 rows in 12 months, a call scans no big table in full, and reads only these months:', () => {
  it.each<[string, string[], (tx: postgres.TransactionSql) => Promise<unknown>]>([
    [
      'a play: its month, and the month of its id',
      [...months('action_log', '2026_03'), ...months('track_plays', '2026_03'), ...months('zap_actions', '2026_03')],
      (tx) => call('sync_push', { p_actions: [play(tracks[30] ?? '', { id: newId(), at })] })(tx),
    ],
    [
      'a play that was heard just after midnight on the first day of a month: also the previous month',
      [
        ...months('action_log', '2025_08'),
        ...months('track_plays', '2026_02', '2026_03'),
        ...months('zap_actions', '2026_03'),
      ],
      async (tx) => {
        await tx`select set_config('tests.now', '2026-03-01T00:00:20.000Z', true)`;
        await call('sync_push', {
          p_actions: [play(tracks[31] ?? '', { id: idOfAugust(), at: '2026-03-01T00:00:10.000Z' })],
        })(tx);
      },
    ],
    [
      'votes that are cast together: the month of their ids',
      months('action_log', '2026_03'),
      (tx) =>
        call('sync_push', {
          p_actions: tracks
            .slice(0, 30)
            .map((track_id) => action('vote.cast', { track_id, weight: 4 }, { id: newId(), at })),
        })(tx),
    ],
    [
      'a play through the procedures: its month, and the week whose plays may still be paid',
      [...months('action_log', '2026_03'), ...months('track_plays', '2026_03'), ...months('zap_actions', '2026_03')],
      async (tx) => {
        await call('increment_track_play_count', { track_id_p: tracks[32] ?? '', progress_ms: 30_000 })(tx);
        await call('record_zap_action', {
          p_action_type: 'play',
          p_zap_value: 1,
          p_metadata: { track_id: tracks[32] ?? '' },
        })(tx);
      },
    ],
    [
      'a recorded zap: the present month',
      [...months('action_log', '2026_03'), ...months('zap_actions', '2026_03')],
      (tx) => call('record_zap_action', { p_action_type: 'zap', p_zap_value: 0, p_metadata: {} })(tx),
    ],
    [
      'a sponsorship: the month of its id',
      months('action_log', '2026_03'),
      (tx) => call('sponsor_track_for_radio', { p_track_id: tracks[0] ?? '', p_action_id: newId() })(tx),
    ],
    [
      'a purchase: the month of its id',
      months('action_log', '2026_03'),
      (tx) => call('purchase_store_item', { item_id: mysteryPack, p_action_id: newId() })(tx),
    ],
    [
      'the login reward: the present month',
      [...months('action_log', '2026_03'), ...months('zap_actions', '2026_03')],
      (tx) => call('claim_daily_login_reward')(tx),
    ],
    [
      'the state of the login reward: the present month',
      months('zap_actions', '2026_03'),
      call('get_daily_login_status'),
    ],
    [
      'the state of the play reward: the present month',
      months('zap_actions', '2026_03'),
      call('check_daily_reward_status'),
    ],
    ['the activity of 30 days: no month', [], call('get_user_30_day_activity')],
    ['the leaderboard: no month', [], call('get_zap_leaderboard')],
    ['the place on the leaderboard: no month', [], call('get_leaderboard_place')],
    ['the totals: no month', [], call('get_community_totals')],
    [
      'a pull: the person’s own range of each month, and in the log the months of the ids that it waits for',
      [...months('action_log', '2025_08', '2026_03'), ...every('track_plays'), ...every('zap_actions')],
      (tx) =>
        call('sync_pull', {
          p: {
            ...{
              v: 1,
              epoch: null,
              since: '0',
              after: null,
              tables: [...allTables],
              marks: [],
              limit: 1000,
              counts_after: 0,
            },
            pending: [newId(), idOfAugust()],
          },
        })(tx),
    ],
  ])('%s', async (_name, partitions, work) => {
    expect(await readsAs(fan, work)).toEqual({ partitions, fullScans: [] });
  });

  it('the numbers of a track: no month', async () => {
    const numbers = call('get_track_numbers', { p_track_id: tracks[0] ?? '' });
    expect(await readsAs(artist, numbers)).toEqual({ partitions: [], fullScans: [] });
  });

  it.each([
    ['the last 100 lines of the ledger', recentZaps.from.query],
    ['a page of the export', `${ownLists.ledger.query}&order=id.asc&limit=1000`],
  ])('%s: the person’s own range of each month', async (_name, query) => {
    const order = /order=([^&]+)/.exec(query)?.[1]?.replaceAll('.', ' ').replaceAll(',', ', ') ?? '';
    const limit = /limit=(\d+)/.exec(query)?.[1] ?? '';
    const read = await readsAs(fan, (tx) =>
      tx.unsafe(
        `select id, zap_value from public.zap_actions where deleted_at is null order by ${order} limit ${limit}`,
      ),
    );
    expect(read).toEqual({ partitions: every('zap_actions'), fullScans: [] });
  });
});
