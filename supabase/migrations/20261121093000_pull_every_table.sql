-- The rows as they travel: sync/model/rows.ts. A function that fixes its search_path is never inlined; written in plpgsql and
-- with the times formatted in place (private.iso says why so), a row costs half of what it costs as SQL.

create or replace function private.track_json(r public.tracks) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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

create or replace function private.profile_json(r public.user_profiles) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'artist_name', (r).artist_name, 'bio', (r).bio, 'avatar_url', (r).avatar_url,
    'privacy_setting', (r).privacy_setting, 'instagram_url', (r).instagram_url, 'tiktok_url', (r).tiktok_url,
    'youtube_url', (r).youtube_url, 'twitter_url', (r).twitter_url, 'website_url', (r).website_url,
    'tip_link', (r).tip_link, 'cosmetics', (r).cosmetics,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.balance_json(r public.user_balances) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'zaps', (r).zaps,
    'total_zaps_earned', (r).total_zaps_earned, 'total_listen_ms', (r).total_listen_ms
  );
end;
$$;

create or replace function private.stats_json(r public.user_stats) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'fan_level', (r).fan_level,
    'current_streak', (r).current_streak, 'longest_streak', (r).longest_streak, 'last_active_on', (r).last_active_on
  );
end;
$$;

create or replace function private.zap_action_json(r public.zap_actions) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'action_type', (r).action_type, 'zap_value', (r).zap_value,
    'metadata', (r).metadata, 'credited_on', (r).credited_on,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.track_play_json(r public.track_plays) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'played_on', (r).played_on,
    'is_manual', (r).is_manual, 'is_self_play', (r).is_self_play, 'zaps_earned', (r).zaps_earned,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.genre_json(r public.genres) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'name', (r).name, 'position', (r).position
  );
end;
$$;

create or replace function private.track_vote_json(r public.track_votes) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'vote_weight', (r).vote_weight,
    'editable_until', to_char((r).editable_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.shared_track_json(r public.shared_tracks) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'is_shared', (r).is_shared,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.store_item_json(r public.store_items) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'name', (r).name, 'description', (r).description, 'icon', (r).icon,
    'category', (r).category, 'zap_cost', (r).zap_cost, 'is_active', (r).is_active, 'stock', (r).stock,
    'metadata', (r).metadata,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.user_cosmetic_json(r public.user_cosmetics) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'item_id', (r).item_id, 'item_name', (r).item_name,
    'category', (r).category,
    'expires_at', to_char((r).expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

create or replace function private.connection_json(r public.connections) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'connection_id', (r).connection_id, 'status', (r).status,
    'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char((r).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'user_profile', private.small_profile((r).user_id), 'connection_profile', private.small_profile((r).connection_id)
  );
end;
$$;

create or replace function private.message_json(r public.messages) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (r).id, 'rev', (r).rev, 'sender_id', (r).sender_id, 'receiver_id', (r).receiver_id, 'content', (r).content,
    'is_read', (r).is_read, 'created_at', to_char((r).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
end;
$$;

-- As before, for every synced table. The two sides of a connection or a conversation are read by an index each.
create or replace function private.changes(p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer)
returns table (t text, row_xid xid8, id uuid, rev bigint, "row" jsonb)
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

create or replace function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  foreach v_table in array array[
    'tracks', 'user_profiles', 'genres', 'store_items', 'shared_tracks', 'user_balances', 'user_stats', 'zap_actions',
    'track_plays', 'track_votes', 'user_cosmetics', 'connections', 'messages'
  ] loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  return v_epoch;
end;
$$;
