-- What a pull answers was made of jsonb inside jsonb inside jsonb, each level copying all below it: more than half of a page's
-- time. As json a row is written once and copied as text. On the wire nothing changes; a number, a time and a null are written
-- as before, and only the order of an object's keys is another. sync_pull itself answers jsonb (SY-5), made once at its end.
drop function private.changes(uuid, text[], xid8, uuid, integer);
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
drop function public.sync_pull(jsonb), public.first_screen(jsonb);

create function private.track_json(r public.tracks) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'title', (r).title, 'artist_name', (r).artist_name,
    'genre', (r).genre, 'audio_url', (r).audio_url, 'cover_url', (r).cover_url, 'duration_ms', (r).duration_ms,
    'audio_bytes', (r).audio_bytes, 'radio_opt_in', (r).radio_opt_in, 'is_public', (r).is_public,
    'sponsored', (r).sponsored,
    'sponsored_at', to_char((r).sponsored_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'play_count', (r).play_count, 'total_votes', (r).total_votes, 'average_vote_rating', (r).average_vote_rating,
    'highlighted_until', to_char((r).highlighted_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.profile_json(r public.user_profiles) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'artist_name', (r).artist_name, 'bio', (r).bio, 'avatar_url', (r).avatar_url,
    'privacy_setting', (r).privacy_setting, 'instagram_url', (r).instagram_url, 'tiktok_url', (r).tiktok_url,
    'youtube_url', (r).youtube_url, 'twitter_url', (r).twitter_url, 'website_url', (r).website_url,
    'tip_link', (r).tip_link, 'cosmetics', (r).cosmetics,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.balance_json(r public.user_balances) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'zaps', (r).zaps,
    'total_zaps_earned', (r).total_zaps_earned, 'total_listen_ms', (r).total_listen_ms
  );
end;
$$;

create function private.stats_json(r public.user_stats) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'fan_level', (r).fan_level,
    'current_streak', (r).current_streak, 'longest_streak', (r).longest_streak, 'last_active_on', (r).last_active_on
  );
end;
$$;

create function private.zap_action_json(r public.zap_actions) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'action_type', (r).action_type, 'zap_value', (r).zap_value,
    'metadata', (r).metadata, 'credited_on', (r).credited_on,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.track_play_json(r public.track_plays) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'played_on', (r).played_on,
    'is_manual', (r).is_manual, 'is_self_play', (r).is_self_play, 'zaps_earned', (r).zaps_earned,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.genre_json(r public.genres) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'name', (r).name, 'position', (r).position
  );
end;
$$;

create function private.track_vote_json(r public.track_votes) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'vote_weight', (r).vote_weight,
    'editable_until', to_char((r).editable_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.shared_track_json(r public.shared_tracks) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'is_shared', (r).is_shared,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.store_item_json(r public.store_items) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'name', (r).name, 'description', (r).description, 'icon', (r).icon,
    'category', (r).category, 'zap_cost', (r).zap_cost, 'is_active', (r).is_active, 'stock', (r).stock,
    'metadata', (r).metadata,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.user_cosmetic_json(r public.user_cosmetics) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'item_id', (r).item_id, 'item_name', (r).item_name,
    'category', (r).category,
    'expires_at', to_char((r).expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create function private.connection_json(r public.connections) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'connection_id', (r).connection_id, 'status', (r).status,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'user_profile', private.small_profile((r).user_id), 'connection_profile', private.small_profile((r).connection_id)
  );
end;
$$;

create function private.message_json(r public.messages) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'id', (r).id, 'rev', (r).rev, 'sender_id', (r).sender_id, 'receiver_id', (r).receiver_id, 'content', (r).content,
    'is_read', (r).is_read, 'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

-- As before, for every synced table. The two sides of a connection or a conversation are read by an index each.
create function private.changes(p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer)
returns table (t text, row_xid xid8, id uuid, rev bigint, "row" json)
language sql stable security definer set search_path = ''
as $$
  select u.t, u.row_xid, u.id, u.rev, u."row"
  from (
    (
      select 'tracks' as t, r.row_xid, r.id as id, r.rev,
        case when r.deleted_at is null and (r.is_public or r.user_id = p_viewer) then private.track_json(r) end as "row"
      from public.tracks r
      where 'tracks' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'user_profiles', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null and private.can_see_profile(r.id, r.privacy_setting, p_viewer) then private.profile_json(r) end
      from public.user_profiles r
      where 'user_profiles' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'genres', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.genre_json(r) end
      from public.genres r
      where 'genres' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'store_items', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.store_item_json(r) end
      from public.store_items r
      where 'store_items' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'shared_tracks', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null and private.can_see_share(r.user_id, r.track_id, r.is_shared, p_viewer) then private.shared_track_json(r) end
      from public.shared_tracks r
      where 'shared_tracks' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'user_balances', r.row_xid, r.user_id, r.rev,
        case when r.deleted_at is null then private.balance_json(r) end
      from public.user_balances r
      where 'user_balances' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.user_id) > (p_xid, p_id)
      order by r.row_xid, r.user_id limit p_limit
    )
    union all
    (
      select 'user_stats', r.row_xid, r.user_id, r.rev,
        case when r.deleted_at is null then private.stats_json(r) end
      from public.user_stats r
      where 'user_stats' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.user_id) > (p_xid, p_id)
      order by r.row_xid, r.user_id limit p_limit
    )
    union all
    (
      select 'zap_actions', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.zap_action_json(r) end
      from public.zap_actions r
      where 'zap_actions' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'track_plays', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.track_play_json(r) end
      from public.track_plays r
      where 'track_plays' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'track_votes', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.track_vote_json(r) end
      from public.track_votes r
      where 'track_votes' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'user_cosmetics', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.user_cosmetic_json(r) end
      from public.user_cosmetics r
      where 'user_cosmetics' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'connections', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.connection_json(r) end
      from public.connections r
      where 'connections' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'connections', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.connection_json(r) end
      from public.connections r
      where 'connections' = any (p_tables) and r.connection_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'messages', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.message_json(r) end
      from public.messages r
      where 'messages' = any (p_tables) and r.sender_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'messages', r.row_xid, r.id, r.rev,
        case when r.deleted_at is null then private.message_json(r) end
      from public.messages r
      where 'messages' = any (p_tables) and r.receiver_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
  ) u
  order by u.row_xid, u.id
  fetch first p_limit rows with ties;
$$;

create function public.sync_pull(p jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_meta public.sync_meta;
  v_tables text[] := private.text_array(p -> 'tables', 50);
  v_pending uuid[] := private.text_array(p -> 'pending', 200)::uuid[];
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 1000), 1), 1000);
  v_since xid8 := coalesce(p ->> 'since', '0')::xid8;
  v_after_xid xid8 := (p -> 'after' ->> 'xid')::xid8;
  v_after_id uuid := (p -> 'after' ->> 'id')::uuid;
  v_epoch text := p ->> 'epoch';
  v_reset text;
  v_rows json;
  v_gone json;
  v_xids xid8[];
  v_ids uuid[];
  v_next json;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select m.* into strict v_meta from public.sync_meta m;
  v_reset := case
    when coalesce((p ->> 'v')::integer, 0) < v_meta.min_client_v then 'update'
    when v_epoch <> v_meta.epoch then 'epoch'
    -- Without an epoch the replica is empty, and 0 is where it begins.
    when v_epoch is not null and v_since < v_meta.min_since then 'floor'
  end;
  if v_reset is not null then
    return jsonb_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'rows', '[]'::jsonb, 'gone', '[]'::jsonb, 'acks', '[]'::jsonb,
      'next', null, 'server_time', private.iso(private.now()), 'reset', v_reset
    );
  end if;

  -- No row has the nil id, so that '> (since, nil)' is '>= since'.
  if v_after_xid is null or v_after_id is null or v_after_xid < v_since then
    v_after_xid := null;
    v_after_id := null;
  end if;
  -- One order for all four, so that the rows are sorted once.
  select
    coalesce(json_agg(json_build_object('t', c.t, 'row', c."row") order by c.row_xid, c.id) filter (where c."row" is not null), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c."row" is null), '[]'),
    array_agg(c.row_xid order by c.row_xid, c.id),
    array_agg(c.id order by c.row_xid, c.id)
    into v_rows, v_gone, v_xids, v_ids
    from private.changes(
      v_viewer,
      v_tables,
      coalesce(v_after_xid, v_since),
      coalesce(v_after_id, '00000000-0000-0000-0000-000000000000'),
      v_limit
    ) c;
  if cardinality(v_ids) >= v_limit then
    v_next := json_build_object('xid', v_xids[cardinality(v_ids)]::text, 'id', v_ids[cardinality(v_ids)]);
  end if;
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', v_rows,
    'gone', v_gone,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now())
  )::jsonb;
end;
$$;
revoke all on function public.sync_pull(jsonb) from public, anon, authenticated;
grant execute on function public.sync_pull(jsonb) to anon, authenticated;

create function public.first_screen(p jsonb) returns json
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
        select 'tracks' as t, private.track_json(r) as "row" from public.tracks r
        where r.is_public and not r.sponsored and r.deleted_at is null
        order by r.average_vote_rating desc, r.created_at desc, r.id
        limit v_limit
      )
      union all
      (
        select 'genres', private.genre_json(r) from public.genres r
        where r.deleted_at is null order by r.position
      )
      union all
      select 'user_profiles', private.profile_json(r) from public.user_profiles r
        where r.id = v_viewer and r.deleted_at is null
      union all
      select 'user_balances', private.balance_json(r) from public.user_balances r
        where r.user_id = v_viewer and r.deleted_at is null
      union all
      select 'user_stats', private.stats_json(r) from public.user_stats r
        where r.user_id = v_viewer and r.deleted_at is null
    ) s;
  return json_build_object(
    'rows', v_rows,
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;

revoke all on function
  private.changes(uuid, text[], xid8, uuid, integer),
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
  private.message_json(public.messages),
  public.sync_pull(jsonb),
  public.first_screen(jsonb)
from public, anon, authenticated;
grant execute on function public.sync_pull(jsonb), public.first_screen(jsonb) to anon, authenticated;
