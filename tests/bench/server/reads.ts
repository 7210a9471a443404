import { type Case, type Scene, ids } from './case.ts';
import { balanceJson, profileJson, statsJson, trackJson } from './row-json.ts';

export async function readCases({ listener, partner, value }: Scene): Promise<Case[]> {
  const friends = ids(
    await value(`select jsonb_agg(p.id)::text as result from (
      select case when c.user_id = '${listener}' then c.connection_id else c.user_id end as id
      from public.connections c where '${listener}' in (c.user_id, c.connection_id) order by 1 limit 200) p`),
  );
  const people = ids(
    await value(`select jsonb_agg(p.id)::text as result from (
      select p.id from public.user_profiles p order by md5(p.id::text) limit 100) p`),
  );
  return [
    leaderboard(listener),
    firstScreen(listener),
    conversation(listener, partner),
    totals,
    connectedProfiles(listener, friends),
    profiles(listener, people),
  ];
}

function leaderboard(listener: string): Case {
  return {
    name: 'leaderboard, 10 people',
    ours: {
      sql: `select jsonb_agg(to_jsonb(b))::text as result from public.get_zap_leaderboard(10) b`,
      parameters: () => [],
    },
    byHand: {
      sql: `
      select jsonb_agg(to_jsonb(b))::text as result
      from (
        select row_number() over (order by b.zaps_earned desc, b.reached_at, b.user_id) as rank, b.user_id, b.artist_name,
          b.zaps_earned as total_zaps_earned
        from (
          select w.user_id, p.artist_name, w.zaps_earned, w.reached_at
          from public.zap_weeks w
          join public.user_profiles p on p.id = w.user_id
          where w.week_start = date_trunc('week', now() at time zone 'UTC')::date and p.deleted_at is null
            and (p.privacy_setting = 'public' or p.id = $1
              or (p.privacy_setting = 'friends_only' and exists (
                select 1 from public.connections c
                where least(c.user_id, c.connection_id) = least(p.id, $1) and greatest(c.user_id, c.connection_id) = greatest(p.id, $1)
                  and c.status = 'accepted' and c.deleted_at is null)))
          order by w.zaps_earned desc, w.reached_at, w.user_id
          limit 10
        ) b
      ) b`,
      parameters: () => [listener],
    },
  };
}

function firstScreen(listener: string): Case {
  return {
    name: "explore's first screen, 50 tracks",
    ours: { sql: `select public.first_screen('{"limit": 50}')::text as result`, parameters: () => [] },
    byHand: {
      sql: `
        select json_build_object(
          'rows', (
            select json_agg(json_build_object('t', u.t, 'row', u."row"))
            from (
              (
                select 'tracks' as t, ${trackJson} as "row" from public.tracks r
                where r.is_public and not r.sponsored and r.deleted_at is null
                order by r.average_vote_rating desc, r.created_at desc, r.id limit 50
              )
              union all
              (
                select 'genres', json_build_object('id', g.id, 'rev', g.rev, 'name', g.name, 'position', g.position)
                from public.genres g where g.deleted_at is null order by g.position
              )
              union all
              select 'user_profiles', ${profileJson} from public.user_profiles r where r.id = $1 and r.deleted_at is null
              union all
              select 'user_balances', ${balanceJson} from public.user_balances r where r.user_id = $1 and r.deleted_at is null
              union all
              select 'user_stats', ${statsJson} from public.user_stats r where r.user_id = $1 and r.deleted_at is null
            ) u
          ),
          'total', (select sum(c.explore_tracks) from private.community_totals c),
          'server_time', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )::text as result`,
      parameters: () => [listener],
    },
    comparable: withoutTime,
  };
}

function conversation(listener: string, partner: string): Case {
  return {
    name: 'a conversation, 20 messages',
    // REST generates this query for `or=(and(sender_id.eq.…,receiver_id.eq.…),and(…))&order=created_at.desc&limit=20`.
    // No index sorts across an `or`, so the query sorts the whole conversation. The app reads conversations from
    // its replica.
    ours: {
      sql: `
        select coalesce(json_agg(page), '[]')::text as result
        from (
          select "public"."messages".* from "public"."messages"
          where (("public"."messages"."sender_id" = $1 and "public"."messages"."receiver_id" = $2)
            or ("public"."messages"."sender_id" = $2 and "public"."messages"."receiver_id" = $1))
          order by "public"."messages"."created_at" desc limit 20
        ) page`,
      parameters: () => [listener, partner],
    },
    byHand: {
      sql: `
        select coalesce(json_agg(page), '[]')::text as result
        from (
          select m.* from public.messages m
          where least(m.sender_id, m.receiver_id) = least($1::uuid, $2::uuid)
            and greatest(m.sender_id, m.receiver_id) = greatest($1::uuid, $2::uuid)
            and m.deleted_at is null
          order by m.created_at desc limit 20
        ) page`,
      parameters: () => [listener, partner],
    },
  };
}

const totals: Case = {
  name: "the community's totals",
  ours: { sql: `select public.get_community_totals()::text as result`, parameters: () => [] },
  byHand: {
    sql: `
      select json_build_object(
        'artists', sum(c.artists), 'tracks', sum(c.tracks), 'total_plays', sum(c.plays), 'total_zaps_earned', sum(c.zaps_earned)
      )::text as result
      from private.community_totals c`,
    parameters: () => [],
  },
};

function connectedProfiles(listener: string, friends: readonly string[]): Case {
  return {
    name: '200 connected people',
    ours: {
      sql: `select json_agg(p)::text as result from public.get_connected_user_profiles($1::uuid[]) p`,
      parameters: () => [friends],
    },
    byHand: {
      sql: `
        select json_agg(k)::text as result
        from (
          select p.id, p.artist_name, p.avatar_url from public.user_profiles p
          where p.id = any ($1::uuid[]) and p.deleted_at is null and (
            exists (
              select 1 from public.connections c
              where least(c.user_id, c.connection_id) = least(p.id, $2) and greatest(c.user_id, c.connection_id) = greatest(p.id, $2)
                and c.status <> 'declined' and c.deleted_at is null)
            or exists (
              select 1 from public.messages m
              where least(m.sender_id, m.receiver_id) = least(p.id, $2) and greatest(m.sender_id, m.receiver_id) = greatest(p.id, $2)
                and m.deleted_at is null))
          order by p.id
        ) k`,
      parameters: () => [friends, listener],
    },
  };
}

function profiles(listener: string, people: readonly string[]): Case {
  const columns = 'p.id, p.artist_name, p.bio, p.avatar_url, p.privacy_setting';
  return {
    name: '100 profiles through their policy',
    ours: {
      sql: `
        select json_agg(page)::text as result
        from (select ${columns} from public.user_profiles p where p.id = any ($1::uuid[]) order by p.id) page`,
      parameters: () => [people],
    },
    byHand: {
      sql: `
        select json_agg(page)::text as result
        from (
          select ${columns} from public.user_profiles p
          where p.id = any ($1::uuid[]) and p.deleted_at is null
            and (p.privacy_setting = 'public' or p.id = $2
              or (p.privacy_setting = 'friends_only' and exists (
                select 1 from public.connections c
                where least(c.user_id, c.connection_id) = least(p.id, $2) and greatest(c.user_id, c.connection_id) = greatest(p.id, $2)
                  and c.status = 'accepted' and c.deleted_at is null)))
          order by p.id
        ) page`,
      parameters: () => [people, listener],
    },
  };
}

function withoutTime(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? { ...result, server_time: null } : result;
}
