-- Whether the rows of a table are shelved: `owner_columns` then name the persons whose own rows are always told to them.
alter table private.synced_tables add column is_shelved boolean not null default false;

drop function private.sync_table(text, text[], text, text[], text, text);
/*
 * Declares a synced table, or declares it anew. Only migrations call it.
 * p_columns: what travels, times as ISO text of UTC. p_more: further pairs for json_build_object, over the row r.
 * p_is_shelved: the table has a column `shelved` (G-1), and p_owners name the people to whom their own rows are told all the same.
 */
create function private.sync_table(
  p_name text,
  p_columns text[],
  p_key text default 'id',
  p_owners text[] default '{}',
  p_seen_if text default 'true',
  p_more text default null,
  p_is_shelved boolean default false
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

  insert into private.synced_tables (name, key_column, owner_columns, seen_if, is_shelved)
    values (p_name, p_key, p_owners, p_seen_if, p_is_shelved)
    on conflict (name) do update
      set key_column = excluded.key_column, owner_columns = excluded.owner_columns, seen_if = excluded.seen_if,
        is_shelved = excluded.is_shelved;

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
  perform private.write_changes();
end;
$$;

/*
 * Writes private.changes, one page of rows in the order of (row_xid, id): one part for each synced table and each column of its that
 * holds a person, so that each is read by its index. `row` is null where this viewer may not, or no longer, see the row, and where the row left
 * the shelf and is neither the viewer's nor pinned (`has_left`). Rows of one transaction may share an id across tables (a user's profile, balance
 * and stats), so a page never ends between them: it holds up to two rows more than its limit.
 * p_gone_since: the first transaction that a replica may lack; what went before it is not told to that replica. Null: all is told.
 */
drop function private.changes(uuid, text[], xid8, uuid, integer);
create or replace function private.write_changes() returns void
language plpgsql set search_path = ''
as $$
declare
  v_parts text;
begin
  select string_agg(
      format(
        $part$
          (
            select %1$L::text as t, %8$s as row_xid, r.%2$I as id, r.rev, %5$s as has_left,
              case when r.deleted_at is null and (%3$s) and not (%5$s) then private.row_json(r) end as "row"
            from %7$s
            where %1$L = any (p_tables) and (%8$s, %9$s) > (p_xid, p_id) %4$s
              and (p_gone_since is null or %8$s >= p_gone_since or %6$s)
            order by %8$s, %9$s limit p_limit
          )
        $part$,
        s.name,
        s.key_column,
        s.seen_if,
        o.condition,
        -- Whether the row left the shelf, for this viewer.
        case when o.kind = 'shelf'
          then format(
            'not r.shelved and %3$s and not private.is_pinned(p_viewer, %2$L, r.%1$I) and r.deleted_at is null and (%4$s)',
            s.key_column, s.name,
            (select string_agg(format('r.%I is distinct from p_viewer', c.name), ' and ') from unnest(s.owner_columns) c (name)),
            s.seen_if)
          else 'false'
        end,
        case when o.kind = 'shelf' then 'r.shelved' else 'r.deleted_at is null' end,
        case when o.kind = 'pins'
          then format('private.pins p join public.%I r on r.%I = p.row_id', s.name, s.key_column)
          else format('public.%I r', s.name)
        end,
        case when o.kind = 'pins' then 'p.row_xid' else 'r.row_xid' end,
        case when o.kind = 'pins' then 'p.row_id' else format('r.%I', s.key_column) end
      ),
      'union all' order by s.position, o.at)
    into v_parts
    from private.synced_tables s
    cross join lateral (
      select 'everybody' as kind, 0 as at, '' as condition where not s.is_shelved and cardinality(s.owner_columns) = 0
      union all
      select 'shelf', 0, 'and r.shelved is not null' where s.is_shelved
      union all
      -- Of shelved tables those own rows that the part before leaves out.
      select 'owner', c.at, format('and r.%I = p_viewer', c.name)
          || case when s.is_shelved then ' and (r.shelved is null or not r.shelved and r.row_xid < p_gone_since)' else '' end
        from unnest(s.owner_columns) with ordinality c (name, at)
      union all
      -- Likewise of the pinned rows, and those that were pinned after they left.
      select 'pins', 9, format(
          'and p.user_id = p_viewer and p.table_name = %L and (r.shelved is null or not r.shelved and (p.row_xid > r.row_xid or r.row_xid < p_gone_since))',
          s.name)
        where s.is_shelved
    ) o;
  execute format(
    $f$
      create or replace function private.changes(
        p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer, p_gone_since xid8
      )
      returns table (t text, row_xid xid8, id uuid, rev bigint, has_left boolean, "row" json)
      language sql stable security definer set search_path = ''
      as $body$
        select u.t, u.row_xid, u.id, u.rev, u.has_left, u."row"
        from (%s) u
        order by u.row_xid, u.id
        fetch first p_limit rows with ties
      $body$
    $f$,
    v_parts
  );
end;
$$;

update private.synced_tables s
  set is_shelved = true, owner_columns = array[case s.name when 'user_profiles' then 'id' else 'user_id' end]
  where s.name in ('tracks', 'user_profiles', 'shared_tracks');
select private.write_changes();

-- As it was, with `left` (G-1) and `filled_from`: a replica is not told of rows that were gone before it got its first rows.
create or replace function public.sync_pull(p jsonb) returns jsonb
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
      v_gone_since
    ) c;
  if cardinality(v_ids) >= v_limit then
    v_next := json_build_object('xid', v_xids[cardinality(v_ids)]::text, 'id', v_ids[cardinality(v_ids)]);
  end if;
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', v_rows,
    'gone', v_gone,
    'left', v_left,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now()),
    'mark', private.current_mark(),
    'counts', case when p ? 'counts_after' then private.counts_since(v_viewer, (p ->> 'counts_after')::bigint) end,
    'digest', private.digest_topic()
  )::jsonb;
end;
$$;

-- SY-23, as it was, with what a replica has to know of the moment that its first rows are from.
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
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'mark', private.current_mark(),
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;
