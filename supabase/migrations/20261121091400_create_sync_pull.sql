-- The rows as they travel: sync/model/rows.ts.
create function private.track_json(r public.tracks) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'title', (r).title, 'artist_name', (r).artist_name,
  'genre', (r).genre, 'audio_url', (r).audio_url, 'cover_url', (r).cover_url, 'duration_ms', (r).duration_ms,
  'audio_bytes', (r).audio_bytes, 'radio_opt_in', (r).radio_opt_in, 'is_public', (r).is_public,
  'sponsored', (r).sponsored, 'sponsored_at', private.iso((r).sponsored_at), 'play_count', (r).play_count,
  'total_votes', (r).total_votes, 'average_vote_rating', (r).average_vote_rating,
  'created_at', private.iso((r).created_at)
);

create function private.profile_json(r public.user_profiles) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'artist_name', (r).artist_name, 'bio', (r).bio, 'avatar_url', (r).avatar_url,
  'privacy_setting', (r).privacy_setting, 'instagram_url', (r).instagram_url, 'tiktok_url', (r).tiktok_url,
  'youtube_url', (r).youtube_url, 'twitter_url', (r).twitter_url, 'website_url', (r).website_url,
  'tip_link', (r).tip_link, 'created_at', private.iso((r).created_at), 'updated_at', private.iso((r).updated_at)
);

create function private.balance_json(r public.user_balances) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'zaps', (r).zaps,
  'total_zaps_earned', (r).total_zaps_earned, 'total_listen_ms', (r).total_listen_ms
);

create function private.stats_json(r public.user_stats) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).user_id, 'rev', (r).rev, 'user_id', (r).user_id, 'fan_level', (r).fan_level,
  'current_streak', (r).current_streak, 'longest_streak', (r).longest_streak, 'last_active_on', (r).last_active_on
);

create function private.zap_action_json(r public.zap_actions) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'action_type', (r).action_type, 'zap_value', (r).zap_value,
  'metadata', (r).metadata, 'credited_on', (r).credited_on, 'created_at', private.iso((r).created_at)
);

create function private.track_play_json(r public.track_plays) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'track_id', (r).track_id, 'played_on', (r).played_on,
  'is_manual', (r).is_manual, 'is_self_play', (r).is_self_play, 'zaps_earned', (r).zaps_earned,
  'created_at', private.iso((r).created_at)
);

create function private.genre_json(r public.genres) returns jsonb
language sql stable
return jsonb_build_object('id', (r).id, 'rev', (r).rev, 'name', (r).name, 'position', (r).position);

-- One page in the order of (row_xid, id): `row` is null where this viewer may not, or no longer, see it. Rows of one
-- transaction may share an id across tables (a user's profile, balance and stats), so a page never ends between them:
-- it holds up to two rows more than its limit.
create function private.changes(p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer)
returns table (t text, row_xid xid8, id uuid, rev bigint, "row" jsonb)
language sql stable security definer set search_path = ''
as $$
  select u.t, u.row_xid, u.id, u.rev, u."row"
  from (
    (
      select 'tracks' as t, r.row_xid, r.id, r.rev,
        case when r.deleted_at is null and (r.is_public or r.user_id = p_viewer) then private.track_json(r) end as "row"
      from public.tracks r
      where 'tracks' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'user_profiles', r.row_xid, r.id, r.rev,
        case
          when r.deleted_at is null and private.can_see_profile(r.id, r.privacy_setting, p_viewer) then private.profile_json(r)
        end
      from public.user_profiles r
      where 'user_profiles' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'genres', r.row_xid, r.id, r.rev, case when r.deleted_at is null then private.genre_json(r) end
      from public.genres r
      where 'genres' = any (p_tables) and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'user_balances', r.row_xid, r.user_id, r.rev, case when r.deleted_at is null then private.balance_json(r) end
      from public.user_balances r
      where 'user_balances' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.user_id) > (p_xid, p_id)
      order by r.row_xid, r.user_id limit p_limit
    )
    union all
    (
      select 'user_stats', r.row_xid, r.user_id, r.rev, case when r.deleted_at is null then private.stats_json(r) end
      from public.user_stats r
      where 'user_stats' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.user_id) > (p_xid, p_id)
      order by r.row_xid, r.user_id limit p_limit
    )
    union all
    (
      select 'zap_actions', r.row_xid, r.id, r.rev, case when r.deleted_at is null then private.zap_action_json(r) end
      from public.zap_actions r
      where 'zap_actions' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
    union all
    (
      select 'track_plays', r.row_xid, r.id, r.rev, case when r.deleted_at is null then private.track_play_json(r) end
      from public.track_plays r
      where 'track_plays' = any (p_tables) and r.user_id = p_viewer and (r.row_xid, r.id) > (p_xid, p_id)
      order by r.row_xid, r.id limit p_limit
    )
  ) u
  order by u.row_xid, u.id
  fetch first p_limit rows with ties;
$$;

-- Outcomes of the actions this client waits for (SY-13). An applied one is told on the last page only, and only when all
-- that it changed lies on this page or was on none: an earlier page of this cycle had another snapshot, in which its effects
-- may have been missing, and a later one still has them to bring. What is held back comes with the next cycle.
create function private.acknowledgements(p_viewer uuid, p_pending uuid[], p_is_last boolean, p_after xid8) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', l.action_id, 'status', l.status, 'result', l.result) order by l.row_xid, l.action_id),
    '[]'
  )
  from public.action_log l
  where l.user_id = p_viewer
    and l.action_id = any (p_pending)
    and (l.status = 'rejected' or (p_is_last and (p_after is null or l.row_xid >= p_after)));
$$;

create function private.text_array(p_json jsonb, p_limit integer) returns text[]
language sql immutable
return case when jsonb_typeof(p_json) = 'array' then (
  select coalesce(array_agg(e.value), '{}')
  from jsonb_array_elements_text(p_json) with ordinality e
  where e.ordinality <= p_limit
) else '{}' end;

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
  v_rows jsonb;
  v_gone jsonb;
  v_count bigint;
  v_next jsonb;
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
  select
    coalesce(jsonb_agg(jsonb_build_object('t', c.t, 'row', c."row") order by c.row_xid, c.id) filter (where c."row" is not null), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c."row" is null), '[]'),
    count(*),
    (array_agg(jsonb_build_object('xid', c.row_xid::text, 'id', c.id) order by c.row_xid desc, c.id desc))[1]
    into v_rows, v_gone, v_count, v_next
    from private.changes(
      v_viewer,
      v_tables,
      coalesce(v_after_xid, v_since),
      coalesce(v_after_id, '00000000-0000-0000-0000-000000000000'),
      v_limit
    ) c;
  if v_count < v_limit then
    v_next := null;
  end if;
  return jsonb_build_object(
    'epoch', v_meta.epoch,
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', v_rows,
    'gone', v_gone,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now())
  );
end;
$$;
revoke all on function public.sync_pull(jsonb) from public, anon, authenticated;
grant execute on function public.sync_pull(jsonb) to anon, authenticated;

-- SY-23: what the landing page shows, before the catalogue has come.
create function public.first_screen(p jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 100), 0), 100);
  v_rows jsonb;
  v_own jsonb;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('t', 'tracks', 'row', private.track_json(f)) order by
      f.average_vote_rating desc, f.created_at desc, f.id), '[]')
    into v_rows
    from (
      select t.* from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null
      order by t.average_vote_rating desc, t.created_at desc, t.id
      limit v_limit
    ) f;
  select coalesce(jsonb_agg(jsonb_build_object('t', o.t, 'row', o."row")), '[]') into v_own
    from (
      (
        select 'genres' as t, private.genre_json(g) as "row" from public.genres g
        where g.deleted_at is null order by g.position
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
    ) o;
  return jsonb_build_object(
    'rows', v_rows || v_own,
    'total', (select count(*) from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null),
    'server_time', private.iso(private.now())
  );
end;
$$;
revoke all on function public.first_screen(jsonb) from public, anon, authenticated;
grant execute on function public.first_screen(jsonb) to anon, authenticated;

-- For the operator, after a restore: every replica starts again, and every row gets an id of this server's transactions.
create function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  foreach v_table in array array[
    'tracks', 'user_profiles', 'genres', 'user_balances', 'user_stats', 'zap_actions', 'track_plays'
  ] loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  return v_epoch;
end;
$$;
