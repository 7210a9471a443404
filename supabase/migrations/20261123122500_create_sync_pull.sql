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

-- SY-5. The rows of a page are json: one is written once and copied as text, where jsonb inside jsonb copies all below each level.
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
grant execute on function public.sync_pull(jsonb) to anon, authenticated;

-- SY-23: what the landing page shows, before the catalogue has come.
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
grant execute on function public.first_screen(jsonb) to anon, authenticated;

-- For the operator, after a restore: every replica starts again, and every row gets an id of this server's transactions.
create function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  for v_table in select t.name from private.synced_tables t order by t.position loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  return v_epoch;
end;
$$;
