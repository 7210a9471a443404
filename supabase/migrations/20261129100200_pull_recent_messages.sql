-- SY-37: a table of private that lists the rows of a synced table of which a new replica needs no others. Its columns: id, row_xid, and the
-- columns that hold the owners. Null: a new replica gets all rows.
alter table private.synced_tables add column recent_table text;
update private.synced_tables s set recent_table = 'recent_messages' where s.name = 'messages';

/*
 * As it was, with recent rows: of a table that has them, rows of transactions before p_recent_before are sent only if they are recent, in the
 * order of the transactions that created them. 0: all rows are sent.
 */
drop function private.changes(uuid, text[], xid8, uuid, integer, xid8);
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
        case o.kind
          when 'pins' then format('private.pins p join public.%I r on r.%I = p.row_id', s.name, s.key_column)
          when 'recent' then format('private.%I p join public.%I r on r.%I = p.id', s.recent_table, s.name, s.key_column)
          else format('public.%I r', s.name)
        end,
        case when o.kind in ('pins', 'recent') then 'p.row_xid' else 'r.row_xid' end,
        case o.kind when 'pins' then 'p.row_id' when 'recent' then 'p.id' else format('r.%I', s.key_column) end
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
          || case when s.recent_table is not null then ' and r.row_xid >= p_recent_before' else '' end
        from unnest(s.owner_columns) with ordinality c (name, at)
      union all
      -- Those own rows that the part before leaves out, if they are recent.
      select 'recent', c.at, format('and p.%I = p_viewer and p.row_xid < p_recent_before and r.deleted_at is null', c.name)
        from unnest(s.owner_columns) with ordinality c (name, at)
        where s.recent_table is not null
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
        p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer, p_gone_since xid8, p_recent_before xid8
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

select private.write_changes();

-- A place in a conversation, as rows have it.
create function private.message_position_json(p_created_at timestamptz, p_id uuid) returns json
language sql stable set search_path = ''
return json_build_object(
  'created_at', to_char(p_created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'id', p_id
);

-- By partner, where the recent messages of the viewer's conversations begin: those that have older ones.
create function private.conversation_starts_of(p_viewer uuid) returns json
language sql stable security definer set search_path = ''
return (
  select coalesce(json_object_agg(u.partner_id, private.message_position_json(u.created_at, u.id)), '{}')
  from (
    select s.other_id as partner_id, s.created_at, s.id from private.conversation_starts s where s.one_id = p_viewer
    union all
    select s.one_id, s.created_at, s.id from private.conversation_starts s where s.other_id = p_viewer
  ) u
);

-- As it was, with recent messages.
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
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
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
