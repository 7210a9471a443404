import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Case, type Scene, ids } from './case.ts';

const PUSHED = 50;
const DAY_MS = 86_400_000;

/** Fifty plays queued offline over five days, ten per day, so that each earns a ZAP. Each round pushes new actions. */
export async function pushCases({ listener, value }: Scene): Promise<Case[]> {
  await value(readFileSync(new URL('by-hand-push.sql', import.meta.url), 'utf8'));
  const tracks = ids(
    await value(`
      select jsonb_agg(p.id)::text as result from (
        select t.id from public.tracks t
        where t.is_public and t.deleted_at is null and t.user_id <> '${listener}'
        order by md5(t.id::text) limit ${20 * PUSHED}) p`),
  );
  const actions = (round: number) => JSON.stringify(plays(round, tracks));
  return [
    {
      name: `sync_push, ${PUSHED} plays`,
      ours: {
        sql: 'select public.sync_push($1::text::jsonb)::text as result',
        parameters: (round) => [actions(round)],
      },
      byHand: {
        sql: 'select bench.push_plays($2, $1::text::jsonb)::text as result',
        parameters: (round) => [actions(round), listener],
      },
      comparable: withoutTime,
      effects,
    },
  ];
}

function plays(round: number, tracks: readonly string[]): unknown[] {
  const sets = Math.floor(tracks.length / PUSHED);
  const first = (((round % sets) + sets) % sets) * PUSHED;
  const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 6 * DAY_MS + 10 * 3_600_000;
  return tracks.slice(first, first + PUSHED).map((track, index) => ({
    id: idOf(`${round}:${index}`),
    kind: 'play.record',
    v: 1,
    occurred_at: new Date(start + Math.floor(index / 10) * DAY_MS + (index % 10) * 300_000).toISOString(),
    payload: { track_id: track, progress_ms: 30_000, is_manual: true },
  }));
}

const idOf = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Selects what a push wrote, without generated ids, write times and the revs of the person's own rows. */
const effects = `
  select jsonb_build_object(
    'plays', (select jsonb_agg(jsonb_build_array(p.track_id, p.played_on, p.heard_at, p.threshold_ms, p.is_manual, p.is_self_play,
        p.zaps_earned) order by p.heard_at)
      from public.track_plays p where p.user_id = $1 and p.row_xid = pg_current_xact_id()),
    'ledger', (select jsonb_agg(jsonb_build_array(a.action_type, a.zap_value, a.metadata, a.credited_on) order by a.credited_on,
        a.metadata)
      from public.zap_actions a where a.user_id = $1 and a.row_xid = pg_current_xact_id()),
    'balance', (select jsonb_build_array(b.zaps, b.total_zaps_earned, b.total_listen_ms, b.row_xid = pg_current_xact_id())
      from public.user_balances b where b.user_id = $1),
    'stats', (select jsonb_build_array(s.fan_level, s.current_streak, s.longest_streak, s.last_active_on,
        s.row_xid = pg_current_xact_id())
      from public.user_stats s where s.user_id = $1),
    'weeks', (select jsonb_agg(jsonb_build_array(w.week_start, w.zaps_earned) order by w.week_start)
      from public.zap_weeks w where w.user_id = $1),
    'tracks', (select jsonb_agg(jsonb_build_array(t.id, t.play_count, t.counts_rev) order by t.id)
      from public.tracks t where t.id in (select u.counts_of from private.undigested_changes u)),
    'totals', (select jsonb_build_array(sum(c.artists), sum(c.tracks), sum(c.explore_tracks), sum(c.plays), sum(c.zaps_earned))
      from private.community_totals c),
    'mark', (select m.last_action_at from private.user_marks m where m.user_id = $1),
    'log', (select jsonb_agg(jsonb_build_array(l.action_id, l.kind, l.status, l.result) order by l.action_id)
      from public.action_log l where l.user_id = $1 and l.row_xid = pg_current_xact_id())
  ) as effects`;

function withoutTime(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? { ...result, server_time: null } : result;
}
