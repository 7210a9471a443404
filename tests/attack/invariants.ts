import type postgres from 'postgres';
import { brokenSums } from '../../supabase/tests/months-scene.ts';
import { brokenLedgers } from '../../supabase/tests/scene.ts';

/** SQL queries by the name of a fault. Each row that a query returns proves the fault. */
const rules: Readonly<Record<string, string>> = {
  'a balance is below zero': 'select user_id, zaps from public.user_balances where zaps < 0',
  'a reward was claimed twice on a day': `
    select user_id, action_type, credited_on from public.zap_actions where action_type in ('claim', 'daily_gift')
    group by 1, 2, 3 having count(*) > 1`,
  'more was earned than the cap of a day': `
    select a.user_id, a.action_type, a.credited_on, count(*) from public.zap_actions a join public.zap_rules r using (action_type)
    group by 1, 2, 3, r.daily_cap having count(*) > r.daily_cap`,
  'plays were counted faster than they can be heard': `
    select p.user_id, p.heard_at, q.heard_at as other from public.track_plays p
    join public.track_plays q on q.user_id = p.user_id and q.id <> p.id and q.heard_at between p.heard_at and p.heard_at + interval '29.999 s'`,
  'the plays of a track do not add up': `
    select t.id, t.play_count, count(p.id) from public.tracks t
    left join public.track_plays p on p.track_id = t.id and not p.is_self_play
    group by t.id having t.play_count <> count(p.id)`,
  'the votes of a track do not add up': `
    select t.id, t.total_votes, v.votes, t.average_vote_rating, v.rating from public.tracks t
    cross join lateral (
      select count(*) as votes, coalesce(round(avg(x.vote_weight), 2), 0) as rating
      from public.track_votes x where x.track_id = t.id and x.deleted_at is null
    ) v
    where t.total_votes <> v.votes or t.average_vote_rating <> v.rating`,
  'two people have two connections': `
    select least(user_id, connection_id), greatest(user_id, connection_id) from public.connections
    group by 1, 2 having count(*) > 1`,
  'somebody has more tracks than slots': `
    select t.user_id, count(*), s.fan_level from public.tracks t join public.user_stats s using (user_id)
    where t.deleted_at is null group by 1, 3 having count(*) > private.upload_slots(s.fan_level)`,
  // Each accepted request has exactly one effect, and each effect one request.
  'accepted requests and effects differ': `
    with accepted as (
      select user_id, coalesce(k.effect, 'a play') as effect, count(*) as n from public.action_log l
      left join (values ('vote.cast', 'vote'), ('share.add', 'share'), ('track.sponsor', 'sponsor'),
        ('store.purchase', 'store_purchase'), ('reward.claim_play', 'claim'), ('reward.claim_login', 'daily_gift')) k (kind, effect)
        using (kind)
      where l.status = 'applied' and (k.effect is not null or l.kind in ('play.record', 'play.count'))
        and l.result ->> 'action' is distinct from 'edit_vote'
      group by 1, 2
    ), effects as (
      select user_id, action_type as effect, count(*) as n from public.zap_actions
      where action_type in ('vote', 'share', 'sponsor', 'store_purchase', 'claim', 'daily_gift') group by 1, 2
      union all
      select user_id, 'a play', count(*) from public.track_plays group by 1
    )
    select user_id, effect, accepted.n as accepted, effects.n as effects from accepted full join effects using (user_id, effect)
    where accepted.n is distinct from effects.n`,
  'the week of the leaderboard does not add up': `
    select user_id, week_start, w.zaps_earned, l.earned from public.zap_weeks w
    full join (
      select user_id, date_trunc('week', credited_on::timestamp)::date as week_start, sum(zap_value) as earned
      from public.zap_actions where zap_value > 0 and action_type <> 'sponsor_refund' group by 1, 2
    ) l using (user_id, week_start)
    where w.zaps_earned is distinct from l.earned`,
  'the totals of the community do not add up': `
    with stored as (
      select sum(artists)::bigint as artists, sum(tracks)::bigint as tracks, sum(plays)::bigint as plays,
        sum(zaps_earned)::bigint as zaps from private.community_totals
    ), counted as (
      select (select count(*) from public.user_profiles where deleted_at is null and artist_name is not null) as artists,
        (select count(*) from public.tracks where is_public and deleted_at is null) as tracks,
        (select coalesce(sum(play_count), 0)::bigint from public.tracks where is_public and deleted_at is null) as plays,
        (select coalesce(sum(total_zaps_earned), 0)::bigint from public.user_balances) as zaps
    )
    select stored, counted from stored, counted where stored::text <> counted::text`,
  'a deleted account still has data': `
    select p.id from public.user_profiles p left join auth.users u using (id)
    where u.id is null and (p.deleted_at is null or p.artist_name is not null
      or exists (select 1 from public.tracks t where t.user_id = p.id and t.deleted_at is null)
      or exists (select 1 from public.connections c where p.id in (c.user_id, c.connection_id) and c.deleted_at is null))`,
};

/** Finds balances that are not the sum of their ledger (S-8). */
export async function checkLedger(sql: postgres.Sql): Promise<{ readonly line: string; readonly faults: string[] }> {
  const broken = await brokenLedgers({ sql });
  const [row] = await sql<{ accounts: number; lines: number }[]>`
    select (select count(*)::int from public.user_balances) as accounts, (select count(*)::int from public.zap_actions) as lines`;
  return {
    line: `the ledger: ${broken.length} of ${row?.accounts} balances are not the sum of their lines, of ${row?.lines} in all`,
    faults: broken.map((balance) => `a ledger does not add up: ${JSON.stringify(balance)}`),
  };
}

/** Checks the ledger, the sums and all `rules`. `artists` may exceed their slots: their tracks were inserted directly. */
export async function findBrokenInvariants(sql: postgres.Sql, artists: readonly string[] = []): Promise<string[]> {
  const faults = (await checkLedger(sql)).faults;
  for (const sum of await brokenSums({ sql })) faults.push(`the sums by day do not add up: ${JSON.stringify(sum)}`);
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await sql.unsafe<Record<string, unknown>[]>(query);
    for (const row of rows)
      if (!artists.includes(String(row['user_id'])) || !rule.includes('slots'))
        faults.push(`${rule}: ${JSON.stringify(row)}`);
  }
  return faults;
}

export async function deadlocksOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  return row?.n ?? 0;
}
