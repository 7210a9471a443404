import { type Amounts, DAYS, QUIET_DAYS, type Step } from './seed.ts';

export function playSteps(amount: Amounts): Step[] {
  return [...baseSteps(amount), ...derivedSteps];
}

function baseSteps(amount: Amounts): Step[] {
  return [
    [
      'months',
      `select private.make_month(m.name, d::date) from private.monthly_tables m,
         generate_series((select date_trunc('month', start at time zone 'UTC') from bench.span), now() at time zone 'UTC', '1 month') d`,
    ],
    [
      'plays',
      `insert into public.track_plays (id, user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play,
         zaps_earned, created_at, row_xid)
       select bench.id('play', p.i), p.user_id, p.track_id, p.day, p.at, 30000, p.is_manual, false,
         (p.is_manual and p.nth <= 10)::integer, p.at, bench.xid(p.at)
       from (
         select x.*, row_number() over (partition by x.user_id, x.day, x.is_manual order by x.at, x.i) as nth
         from (
           select y.i, y.user_id, y.track_id, y.at, (y.at at time zone 'UTC')::date as day, y.i % 10 < 7 as is_manual
           from (
             select distinct on (z.u, z.t, (z.at at time zone 'UTC')::date) z.i,
               bench.id('user', z.u) as user_id, bench.id('track', z.t) as track_id, z.at
             from (
               select i, 1 as u, 1 + i * 7919 % ${amount.tracks} as t,
                 bench.moment(i * ${(DAYS - QUIET_DAYS) / DAYS}::double precision / ${amount.ownPlays + 1}) as at
               from generate_series(1, ${amount.ownPlays}) i
               union all
               select i, 2 + floor((${amount.users} - 1) * random() * random())::integer,
                 1 + floor(${amount.tracks} * random() ^ 2)::integer, bench.moment(random())
               from generate_series(${amount.ownPlays + 1}, ${Math.round(amount.plays * 1.1)}) i
             ) z
             order by z.u, z.t, (z.at at time zone 'UTC')::date, z.i
           ) y
           order by y.i limit ${amount.plays}
         ) x
       ) p
       order by p.at`,
    ],
    [
      'ZAPs earned by plays',
      `insert into public.zap_actions (id, user_id, action_type, zap_value, metadata, credited_on, created_at, row_xid)
       select bench.id('earned', row_number() over ()), p.user_id, 'play', 1, jsonb_build_object('track_id', p.track_id),
         p.played_on, p.created_at, p.row_xid
       from public.track_plays p where p.zaps_earned = 1`,
    ],
    [
      'one-time rewards',
      `insert into public.zap_actions (id, user_id, action_type, zap_value, credited_on, created_at, row_xid)
       select bench.id(r.type, row_number() over ()), u.user_id, r.type, r.value, (u.at at time zone 'UTC')::date, u.at, bench.xid(u.at)
       from (select p.user_id, min(p.created_at) as at from public.track_plays p group by p.user_id) u,
         (values ('first_play_bonus', 1), ('profile_creation', 2)) r(type, value)`,
    ],
    [
      'votes',
      `insert into public.track_votes (id, user_id, track_id, vote_weight, editable_until, created_at, updated_at, row_xid)
       select bench.id('vote', row_number() over ()), v.user_id, v.track_id, 1 + (v.n * 7 + hashtext(v.track_id::text) % 3 + 3) % 5,
         v.at + interval '1 day', v.at, v.at, bench.xid(v.at)
       from (
         select p.user_id, p.track_id, max(p.created_at) as at,
           row_number() over (partition by p.user_id order by max(p.created_at), p.track_id) as n
         from public.track_plays p where p.zaps_earned = 1
         group by p.user_id, p.track_id
       ) v
       join (select a.user_id, sum(a.zap_value) as earned from public.zap_actions a group by a.user_id) e using (user_id)
       where v.n <= e.earned / 20`,
    ],
    [
      'ZAPs spent on votes',
      `insert into public.zap_actions (id, user_id, action_type, zap_value, metadata, credited_on, created_at, row_xid)
       select bench.id('spent', row_number() over ()), v.user_id, 'vote', -5, jsonb_build_object('track_id', v.track_id),
         (v.created_at at time zone 'UTC')::date, v.created_at, v.row_xid
       from public.track_votes v`,
    ],
    [
      'daily gifts, up to the size of the ledger',
      `insert into public.zap_actions (id, user_id, action_type, zap_value, metadata, credited_on, created_at, row_xid)
       select bench.id('gift', row_number() over ()), d.user_id, 'daily_gift', 1, '{"streak": 1}', d.played_on, d.at, bench.xid(d.at)
       from (
         select p.user_id, p.played_on, min(p.created_at) as at from public.track_plays p group by 1, 2
         order by p.user_id <> bench.id('user', 1), md5(p.user_id::text || p.played_on)
         limit (select ${amount.ledger} - count(*) from public.zap_actions)
       ) d`,
    ],
    [
      'the log of actions',
      `insert into public.action_log (user_id, action_id, kind, req_hash, status, result, row_xid, created_at)
       select p.user_id,
         (left(private.first_id_at(p.created_at)::text, 14) || '7' || right(bench.id('action', row_number() over ())::text, 21))::uuid,
         'play.record', sha256(uuid_send(p.id)), 'applied',
         jsonb_build_object('success', true, 'played_on', p.played_on, 'zaps_earned', p.zaps_earned, 'is_self_play', false,
           'newPlayCount', 1),
         p.row_xid, p.created_at
       from public.track_plays p`,
    ],
  ];
}

const derivedSteps: readonly Step[] = [
  [
    'counts and ratings of tracks',
    `update public.tracks t set play_count = p.count, total_votes = coalesce(v.votes, 0),
       average_vote_rating = coalesce(v.rating, 0), rev = 1 + p.count,
       row_xid = greatest(t.row_xid, p.row_xid, v.row_xid)
     from (select track_id, count(*) as count, max(row_xid) as row_xid from public.track_plays group by 1) p
     left join (
       select track_id, count(*) as votes, round(avg(vote_weight), 2) as rating, max(row_xid) as row_xid
       from public.track_votes group by 1
     ) v using (track_id)
     where t.id = p.track_id`,
  ],
  [
    'sums of votes',
    `insert into private.vote_totals (track_id, votes, weights)
     select track_id, count(*), sum(vote_weight) from public.track_votes group by track_id`,
  ],
  [
    'votes by weight',
    `insert into private.vote_weights (track_id, weight, votes)
     select track_id, vote_weight, count(*) from public.track_votes group by 1, 2`,
  ],
  [
    'what people did by day',
    `insert into public.user_days (user_id, day, plays, chosen_plays, ledger_lines, zaps, zaps_earned)
     select user_id, day, sum(plays), sum(chosen), sum(lines), sum(zaps), sum(earned)
     from (
       select user_id, played_on as day, count(*) as plays, count(*) filter (where is_manual) as chosen, 0 as lines, 0 as zaps, 0 as earned
       from public.track_plays group by 1, 2
       union all
       select user_id, credited_on, 0, 0, count(*), sum(zap_value), sum(greatest(zap_value, 0)) from public.zap_actions group by 1, 2
     ) d
     group by 1, 2`,
  ],
  [
    'plays of tracks by day',
    `insert into private.track_days (track_id, day, plays) select track_id, played_on, count(*) from public.track_plays group by 1, 2`,
  ],
  [
    'listeners',
    `insert into private.track_listeners (user_id, track_id, plays) select user_id, track_id, count(*) from public.track_plays group by 1, 2;
     insert into private.track_sums (track_id, listeners) select track_id, count(*) from private.track_listeners group by 1`,
  ],
  [
    'rewards given once per account',
    `insert into private.once_an_account (user_id, action_type)
     select user_id, action_type from public.zap_actions where action_type in ('first_play_bonus', 'profile_creation')`,
  ],
  [
    'balances',
    `insert into public.user_balances (user_id, zaps, total_zaps_earned, total_listen_ms, row_xid)
     select u.id, coalesce(a.total, 0), coalesce(a.earned, 0), coalesce(p.listened, 0), coalesce(greatest(a.row_xid, p.row_xid), bench.xid(bench.moment(0)))
     from auth.users u
     left join (
       select user_id, sum(zap_value) as total, sum(greatest(zap_value, 0)) as earned, max(row_xid) as row_xid
       from public.zap_actions group by 1
     ) a on a.user_id = u.id
     left join (select user_id, count(*) * 30000 as listened, max(row_xid) as row_xid from public.track_plays group by 1) p
       on p.user_id = u.id`,
  ],
  [
    'levels and streaks',
    `insert into public.user_stats (user_id, fan_level, current_streak, longest_streak, last_active_on, row_xid)
     select b.user_id, private.fan_level(b.total_zaps_earned), (p.last is not null)::integer, (p.last is not null)::integer, p.last, b.row_xid
     from public.user_balances b
     left join (select user_id, max(played_on) as last from public.track_plays group by 1) p using (user_id)`,
  ],
  [
    'weeks',
    `insert into public.zap_weeks (user_id, week_start, zaps_earned, reached_at)
     select user_id, private.utc_week(credited_on), sum(zap_value), max(created_at)
     from public.zap_actions where zap_value > 0 group by 1, 2`,
  ],
  [
    'marks',
    `insert into private.user_marks (user_id, last_action_at)
     select user_id, max(heard_at) from public.track_plays group by 1`,
  ],
  [
    'totals',
    `update private.community_totals t set artists = a.count, tracks = c.count, explore_tracks = c.explored, plays = c.plays,
       zaps_earned = b.earned
     from (select count(*) from public.user_profiles where deleted_at is null and artist_name is not null) a,
       (select count(*), count(*) filter (where not sponsored) as explored, sum(play_count) as plays
         from public.tracks where is_public and deleted_at is null) c,
       (select sum(total_zaps_earned) as earned from public.user_balances) b`,
  ],
];
