-- A synced table says once which of its columns travel, whose its rows are and who may see them. What a pull reads is written from
-- that, so that a new table needs no copy of the others.
create table private.synced_tables (
  name text primary key,
  -- Its place in a pull; rows of one transaction are in the order of their ids all the same.
  position integer not null generated always as identity,
  -- The column that the rows are known by in the replica.
  key_column text not null,
  -- Columns that hold the person a row is for, each with an index on (it, row_xid, key_column). None: the rows are everybody's,
  -- with an index on (row_xid, key_column).
  owner_columns text[] not null,
  -- An expression over the row r and p_viewer. A row that is not seen travels as one that is gone.
  seen_if text not null
);
alter table private.synced_tables enable row level security;
create policy synced_tables_all_nobody on private.synced_tables for all to anon, authenticated using (false) with check (false);
revoke all on table private.synced_tables from public, anon, authenticated, service_role;

/*
 * Declares a synced table, or declares it anew. Only migrations call it.
 * p_columns: what travels, times as ISO text of UTC. p_more: further pairs for json_build_object, over the row r.
 */
create function private.sync_table(
  p_name text,
  p_columns text[],
  p_key text default 'id',
  p_owners text[] default '{}',
  p_seen_if text default 'true',
  p_more text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_table regclass := format('public.%I', p_name)::regclass;
  v_pairs text;
  v_missing text;
begin
  select string_agg(c.name, ', ' order by c.name) into v_missing
    from unnest(p_columns || p_owners || array[p_key, 'rev', 'row_xid', 'deleted_at']) c (name)
    where not exists (
      select from pg_catalog.pg_attribute a where a.attrelid = v_table and a.attname = c.name and not a.attisdropped
    );
  if v_missing is not null then
    raise exception 'public.% has no column %', p_name, v_missing;
  end if;
  if not exists (
    select from pg_catalog.pg_trigger t where t.tgrelid = v_table and t.tgfoid = 'private.stamp_sync_row()'::regprocedure
  ) then
    raise exception 'public.% has no trigger that stamps its rows', p_name;
  end if;

  insert into private.synced_tables (name, key_column, owner_columns, seen_if)
    values (p_name, p_key, p_owners, p_seen_if)
    on conflict (name) do update
      set key_column = excluded.key_column, owner_columns = excluded.owner_columns, seen_if = excluded.seen_if;

  select string_agg(
      case when a.atttypid = 'timestamptz'::regtype
        then format($c$%L, to_char((r).%I at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$c$, c.name, c.name)
        else format('%L, (r).%I', c.name, c.name)
      end, ', ' order by c.at)
    into v_pairs
    from unnest(p_columns) with ordinality c (name, at)
    join pg_catalog.pg_attribute a on a.attrelid = v_table and a.attname = c.name;
  -- In plpgsql: as an sql function it would be inlined, and its columns computed for every row that is sorted away.
  execute format(
    $f$
      create or replace function private.row_json(r public.%I) returns json
      language plpgsql stable set search_path = ''
      as $body$
      begin
        return json_build_object(%s);
      end;
      $body$
    $f$,
    p_name,
    concat_ws(', ', format($c$'id', (r).%I, 'rev', (r).rev$c$, p_key), v_pairs, p_more)
  );
  execute format('revoke all on function private.row_json(public.%I) from public, anon, authenticated, service_role', p_name);
  perform private.write_changes();
end;
$$;

/* Writes private.changes: one part for each synced table and each column of its that holds a person, so that each is read by its index. */
create function private.write_changes() returns void
language plpgsql set search_path = ''
as $$
declare
  v_parts text;
begin
  select string_agg(
      format(
        $part$
          (
            select %1$L::text as t, r.row_xid, r.%2$I as id, r.rev,
              case when r.deleted_at is null and (%3$s) then private.row_json(r) end as "row"
            from public.%1$I r
            where %1$L = any (p_tables) and (r.row_xid, r.%2$I) > (p_xid, p_id) %4$s
            order by r.row_xid, r.%2$I limit p_limit
          )
        $part$,
        s.name,
        s.key_column,
        s.seen_if,
        case when o.name is not null then format('and r.%I = p_viewer', o.name) end
      ),
      'union all' order by s.position, o.at)
    into v_parts
    from private.synced_tables s
    left join lateral unnest(s.owner_columns) with ordinality o (name, at) on true;
  execute format(
    $f$
      create or replace function private.changes(p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer)
      returns table (t text, row_xid xid8, id uuid, rev bigint, "row" json)
      language sql stable security definer set search_path = ''
      as $body$
        select u.t, u.row_xid, u.id, u.rev, u."row"
        from (%s) u
        order by u.row_xid, u.id
        fetch first p_limit rows with ties
      $body$
    $f$,
    v_parts
  );
  revoke all on function private.changes(uuid, text[], xid8, uuid, integer) from public, anon, authenticated, service_role;
end;
$$;
revoke all on function
  private.sync_table(text, text[], text, text[], text, text),
  private.write_changes()
  from public, anon, authenticated, service_role;

select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'sponsored', 'sponsored_at', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until', 'created_at'
  ],
  p_seen_if => 'r.is_public or r.user_id = p_viewer'
);
select private.sync_table(
  'user_profiles',
  array[
    'artist_name', 'bio', 'avatar_url', 'privacy_setting', 'instagram_url', 'tiktok_url', 'youtube_url', 'twitter_url', 'website_url',
    'tip_link', 'cosmetics', 'created_at', 'updated_at'
  ],
  p_seen_if => 'private.can_see_profile(r.id, r.privacy_setting, p_viewer)'
);
select private.sync_table('genres', array['name', 'position']);
select private.sync_table(
  'store_items',
  array['name', 'description', 'icon', 'category', 'zap_cost', 'is_active', 'stock', 'metadata', 'created_at']
);
select private.sync_table(
  'shared_tracks',
  array['user_id', 'track_id', 'is_shared', 'created_at'],
  p_seen_if => 'private.can_see_share(r.user_id, r.track_id, r.is_shared, p_viewer)'
);
select private.sync_table(
  'user_balances',
  array['user_id', 'zaps', 'total_zaps_earned', 'total_listen_ms'],
  p_key => 'user_id',
  p_owners => array['user_id']
);
select private.sync_table(
  'user_stats',
  array['user_id', 'fan_level', 'current_streak', 'longest_streak', 'last_active_on'],
  p_key => 'user_id',
  p_owners => array['user_id']
);
select private.sync_table(
  'zap_actions',
  array['user_id', 'action_type', 'zap_value', 'metadata', 'credited_on', 'created_at'],
  p_owners => array['user_id']
);
select private.sync_table(
  'track_plays',
  array['user_id', 'track_id', 'played_on', 'is_manual', 'is_self_play', 'zaps_earned', 'created_at'],
  p_owners => array['user_id']
);
select private.sync_table(
  'track_votes',
  array['user_id', 'track_id', 'vote_weight', 'editable_until', 'created_at', 'updated_at'],
  p_owners => array['user_id']
);
select private.sync_table(
  'user_cosmetics',
  array['user_id', 'item_id', 'item_name', 'category', 'expires_at', 'created_at'],
  p_owners => array['user_id']
);
select private.sync_table(
  'connections',
  array['user_id', 'connection_id', 'status', 'created_at', 'updated_at'],
  p_owners => array['user_id', 'connection_id'],
  p_more => $$'user_profile', private.small_profile((r).user_id), 'connection_profile', private.small_profile((r).connection_id)$$
);
select private.sync_table(
  'messages',
  array['sender_id', 'receiver_id', 'content', 'is_read', 'created_at'],
  p_owners => array['sender_id', 'receiver_id']
);

create or replace function public.first_screen(p jsonb) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 100), 0), 100);
  v_rows json;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select coalesce(json_agg(json_build_object('t', s.t, 'row', s."row")), '[]')
    into v_rows
    from (
      (
        select 'tracks' as t, private.row_json(r) as "row" from public.tracks r
        where r.is_public and not r.sponsored and r.deleted_at is null
        order by r.average_vote_rating desc, r.created_at desc, r.id
        limit v_limit
      )
      union all
      (
        select 'genres', private.row_json(r) from public.genres r
        where r.deleted_at is null order by r.position
      )
      union all
      select 'user_profiles', private.row_json(r) from public.user_profiles r
        where r.id = v_viewer and r.deleted_at is null
      union all
      select 'user_balances', private.row_json(r) from public.user_balances r
        where r.user_id = v_viewer and r.deleted_at is null
      union all
      select 'user_stats', private.row_json(r) from public.user_stats r
        where r.user_id = v_viewer and r.deleted_at is null
    ) s;
  return json_build_object(
    'rows', v_rows,
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;

drop function
  private.track_json(public.tracks),
  private.profile_json(public.user_profiles),
  private.balance_json(public.user_balances),
  private.stats_json(public.user_stats),
  private.zap_action_json(public.zap_actions),
  private.track_play_json(public.track_plays),
  private.genre_json(public.genres),
  private.track_vote_json(public.track_votes),
  private.shared_track_json(public.shared_tracks),
  private.store_item_json(public.store_items),
  private.user_cosmetic_json(public.user_cosmetics),
  private.connection_json(public.connections),
  private.message_json(public.messages);
