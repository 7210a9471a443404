-- Outcomes of the actions this client waits for (SY-13). An applied one is told on the last page only, and only when all
-- that it changed lies on this page or was on none: an earlier page of this cycle had another snapshot, in which its effects
-- may have been missing, and a later one still has them to bring. What is held back comes with the next cycle. Each id is looked up by
-- itself: an array of them would be looked up in every partition.
create function private.acknowledgements(p_viewer uuid, p_pending uuid[], p_is_last boolean, p_after xid8) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', l.action_id, 'status', l.status, 'result', l.result) order by l.row_xid, l.action_id),
    '[]'
  )
  from (select distinct u.id from unnest(p_pending) u (id)) p
  cross join lateral (
    select g.* from public.action_log g where g.user_id = p_viewer and g.action_id = p.id offset 0
  ) l
  where l.status = 'rejected' or (p_is_last and (p_after is null or l.row_xid >= p_after));
$$;

-- SY-5. The rows of a page are json: one is written once and copied as text, where jsonb inside jsonb copies all below each level. A mark that is
-- refuted (SY-8) rebuilds this device's replica alone. The first page of a cycle has the counts (G-3), the topic of the digests (G-4) and the ends
-- of the shelf. `left` names rows that left the shelf (G-1). A replica is not told of rows that were gone before it got its first rows
-- (`filled_from`).
create function public.sync_pull(p jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_meta public.sync_meta;
  v_tables text[] := private.text_array(p -> 'tables', 50);
  v_pending uuid[] := private.text_array(p -> 'pending', 200)::uuid[];
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 1000), 1), 1000);
  -- By way of a number, since PostgreSQL 15 takes any text for an xid8.
  v_since xid8 := coalesce(p ->> 'since', '0')::bigint::text::xid8;
  v_after_xid xid8 := (p -> 'after' ->> 'xid')::bigint::text::xid8;
  v_after_id uuid := (p -> 'after' ->> 'id')::uuid;
  v_epoch text := p ->> 'epoch';
  -- A request without the field wants all that is gone; one with null comes from an empty replica, which lacks nothing.
  v_gone_since xid8 := case when p ? 'filled_from' then coalesce(p ->> 'filled_from', '9223372036854775807')::bigint::text::xid8 end;
  -- Messages of earlier transactions are sent only if they are recent.
  v_recent_before xid8 := case when (p ->> 'recent_messages')::boolean then coalesce(v_gone_since, '0') else '0' end;
  v_reset text;
  v_rows json;
  v_gone json;
  v_left json;
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
    when v_epoch <> v_meta.epoch or private.refutes(private.text_array(p -> 'marks', 10)) then 'epoch'
    -- Without an epoch the replica is being filled from 0, and lacks what was gone since its first rows; while it is empty, it lacks nothing.
    when case when v_epoch is not null then v_since else (p ->> 'filled_from')::bigint::text::xid8 end < v_meta.min_since then 'floor'
  end;
  if v_reset = 'epoch' and pg_is_in_recovery() then
    raise exception 'This standby is behind' using errcode = '57P03';
  end if;
  if v_reset is not null then
    return jsonb_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'rows', '[]'::jsonb, 'gone', '[]'::jsonb, 'acks', '[]'::jsonb,
      'next', null, 'server_time', private.iso(private.now()), 'mark', null, 'reset', v_reset
    );
  end if;

  -- No row has the nil id, so that '> (since, nil)' is '>= since'.
  if v_after_xid is null or v_after_id is null or v_after_xid < v_since then
    v_after_xid := null;
    v_after_id := null;
  end if;
  -- One order for all, so that the rows are sorted once.
  select
    coalesce(json_agg(json_build_object('t', c.t, 'row', c."row") order by c.row_xid, c.id) filter (where c."row" is not null), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c."row" is null and not c.has_left), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c.has_left), '[]'),
    array_agg(c.row_xid order by c.row_xid, c.id),
    array_agg(c.id order by c.row_xid, c.id)
    into v_rows, v_gone, v_left, v_xids, v_ids
    from private.changes(
      v_viewer,
      v_tables,
      coalesce(v_after_xid, v_since),
      coalesce(v_after_id, '00000000-0000-0000-0000-000000000000'),
      v_limit,
      v_gone_since,
      v_recent_before
    ) c;
  if cardinality(v_ids) >= v_limit then
    v_next := json_build_object('xid', v_xids[cardinality(v_ids)]::text, 'id', v_ids[cardinality(v_ids)]);
  end if;
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', private.floor_xid()::text,
    'rows', v_rows,
    'gone', v_gone,
    'left', v_left,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now()),
    'mark', private.current_mark(),
    'counts', case when p ? 'counts_after' then private.counts_since(v_viewer, (p ->> 'counts_after')::bigint) end,
    'digest', private.digest_topic(),
    'shelf_end', (
      select private.position_json((e.average_vote_rating, e.created_at, e.id)::private.track_position) from private.shelf_end e
    ),
    'artist_shelf_ends', (
      select json_object_agg(e.sort, private.artist_position_json((e.score, e.created_at, e.id)::private.artist_position) order by e.sort)
      from private.artist_shelf_ends e where e.id is not null
    ),
    -- Of the last page: starts move forward, and what an earlier page sent because it was recent need not be held.
    'conversation_starts', case when v_recent_before > '0' and v_next is null then private.conversation_starts_of(v_viewer) end
  )::jsonb;
end;
$$;

grant execute on function public.sync_pull(jsonb) to anon, authenticated;

-- SY-23: what the landing page shows, before the catalogue has come, with the prices of now, and what a replica has to know of the moment that
-- its first rows are from.
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
      select 'zap_rules', private.row_json(r) from public.zap_rules r
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
    -- These rows begin the replica, as those of a first page do (SY-8).
    'epoch', (select m.epoch from public.sync_meta m),
    'floor', private.floor_xid()::text,
    'mark', private.current_mark(),
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;

grant execute on function public.first_screen(jsonb) to anon, authenticated;

/*
 * Makes every device rebuild its replica. Needed once after a dump was loaded into another server, before people use it. Reads the synced
 * tables, and writes one row.
 */
create function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_epoch text := gen_random_uuid()::text;
begin
  -- Else a transaction that stamped its rows with the earlier offset could commit below the floors that devices have then.
  lock table public.sync_meta in access exclusive mode;
  update public.sync_meta m
    set epoch = v_epoch,
      min_since = '0',
      xid_offset = greatest(
        m.xid_offset,
        private.newest_row_xid()::text::bigint + 1 - pg_current_xact_id()::text::bigint
      );
  delete from private.server_runs;
  perform private.note_run();
  return v_epoch;
end;
$$;
