-- SY-4, SY-8: what every synced table shares.
create table public.sync_meta (
  is_only boolean primary key default true,
  -- Changed after a restore, so that replicas built from the lost future start again.
  epoch text not null default gen_random_uuid()::text,
  -- Tombstones below this transaction id are gone; an older cursor rebuilds its replica.
  min_since xid8 not null default '0'::xid8,
  min_client_v integer not null default 1,
  xid_offset bigint not null default 0,
  constraint sync_meta_one_row check (is_only)
);

comment on column public.sync_meta.xid_offset is 'What is added to PostgreSQL''s transaction ids for the ids that synced rows are ordered by. It only grows.';

alter table public.sync_meta enable row level security;
create policy sync_meta_all_nobody on public.sync_meta for all to anon, authenticated
  using (false) with check (false);
-- The one row stays.
revoke insert, delete, truncate on table public.sync_meta from service_role;

insert into public.sync_meta default values;

-- Of the top-level transaction: xmin of a row written inside an exception block is the sub-transaction's.
create function private.stamp_sync_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.row_xid := private.current_xid();
  new.rev := case when tg_op = 'INSERT' then 1 else old.rev + 1 end;
  return new;
end;
$$;

-- Rows that others hold in their replicas leave a tombstone, whoever deletes them. The sweep alone deletes tombstones.
create function private.soft_delete_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.deleted_at is not null and current_setting('undercurrent.sweeps_tombstones', true) = 'on' then
    return old;
  end if;
  execute format('update %I.%I set deleted_at = private.now() where id = $1 and deleted_at is null', tg_table_schema, tg_table_name)
    using old.id;
  return null;
end;
$$;

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
  seen_if text not null,
  -- Whether the rows of a table are shelved: `owner_columns` then name the persons whose own rows are always told to them.
  is_shelved boolean not null default false,
  -- A condition over the row r: its tombstone may be deleted. Null: tombstones of this table stay.
  swept_if text,
  -- SY-37: a table of private that lists the rows of a synced table of which a new replica needs no others. Its columns: id, row_xid, and
  -- the columns that hold the owners. Null: a new replica gets all rows.
  recent_table text
);

alter table private.synced_tables enable row level security;
create policy synced_tables_all_nobody on private.synced_tables for all to anon, authenticated
  using (false) with check (false);

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
 * Of a shelved table, one part reads the shelf, and another the rows that left it or are gone, so that an empty replica reads none of those (SY-35).
 * p_gone_since: the first transaction that a replica may lack; what went before it is not told to that replica. Null: all is told.
 * p_recent_before: of a table with recent rows (SY-37), rows of transactions before this one are sent only if they are recent, at the transaction
 * that created them. The last change of a row may be of an older transaction than its creation, one that began earlier and saw the row once
 * that was committed; so a recent row is sent if either is before p_recent_before. 0: all rows are sent.
 */
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
            select %1$L::text as t, %8$s as row_xid, r.%2$I as id, r.rev, %5$s as has_left,
              case when r.deleted_at is null and (%3$s) and not (%5$s) then private.row_json(r) end as "row"
            from %7$s
            where %1$L = any (p_tables) and (%8$s, %9$s) > (%10$s) %4$s
              and (p_gone_since is null or %8$s >= p_gone_since or %6$s)
            order by %8$s, %9$s limit p_limit
          )
        $part$,
        s.name,
        s.key_column,
        s.seen_if,
        o.condition,
        -- Whether the row left the shelf, for this viewer.
        case when o.kind = 'left'
          then format(
            '%3$s and not private.is_pinned(p_viewer, %2$L, r.%1$I) and r.deleted_at is null and (%4$s)',
            s.key_column, s.name,
            (select string_agg(format('r.%I is distinct from p_viewer', c.name), ' and ') from unnest(s.owner_columns) c (name)),
            s.seen_if)
          else 'false'
        end,
        case o.kind when 'shelf' then 'true' when 'left' then 'false' else 'r.deleted_at is null' end,
        case o.kind
          when 'pins' then format('private.pins p join public.%I r on r.%I = p.row_id', s.name, s.key_column)
          when 'recent' then format('private.%I p join public.%I r on r.%I = p.id', s.recent_table, s.name, s.key_column)
          else format('public.%I r', s.name)
        end,
        case when o.kind in ('pins', 'recent') then 'p.row_xid' else 'r.row_xid' end,
        case o.kind when 'pins' then 'p.row_id' when 'recent' then 'p.id' else format('r.%I', s.key_column) end,
        -- No row has the nil id. One position, not two conditions: the index is read from there.
        case when o.kind = 'left'
          then $position$greatest(p_xid, coalesce(p_gone_since, p_xid)),
            case when p_gone_since > p_xid then '00000000-0000-0000-0000-000000000000' else p_id end$position$
          else 'p_xid, p_id'
        end
      ),
      'union all' order by s.position, o.at, o.kind)
    into v_parts
    from private.synced_tables s
    cross join lateral (
      select 'everybody' as kind, 0 as at, '' as condition where not s.is_shelved and cardinality(s.owner_columns) = 0
      union all
      select 'shelf', 0, 'and r.shelved' where s.is_shelved
      union all
      select 'left', 0, 'and r.shelved is not null and not r.shelved' where s.is_shelved
      union all
      -- For shelved tables, the person's own rows that the parts above leave out.
      select 'owner', c.at, format('and r.%I = p_viewer', c.name)
          || case when s.is_shelved then ' and (r.shelved is null or not r.shelved and r.row_xid < p_gone_since)' else '' end
          || case when s.recent_table is not null then ' and r.row_xid >= p_recent_before' else '' end
        from unnest(s.owner_columns) with ordinality c (name, at)
      union all
      -- Recent own rows, at the transaction that created them. The part above may send them too, at their last change.
      select 'recent', c.at, format(
          'and p.%I = p_viewer and p_recent_before > ''0'' and (p.row_xid < p_recent_before or r.row_xid < p_recent_before) and r.deleted_at is null',
          c.name)
        from unnest(s.owner_columns) with ordinality c (name, at)
        where s.recent_table is not null
      union all
      -- Pinned rows that the parts above leave out, and rows that were pinned after they left the shelf.
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

-- SY-8, G-7. A dump that is loaded into another server brings rows with the transaction ids of the old one, whose counter may be far ahead. So
-- the ids that rows are ordered by are those of PostgreSQL plus an offset, and a new epoch chooses an offset that puts this server's ids after
-- all that the dump brought. A mark names PostgreSQL's own ids: it is compared with those of the runs of this server.
-- A transaction that has read the offset holds a lock on its table to the end, and a new epoch waits for it.
create function private.current_xid() returns xid8
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (select (pg_current_xact_id()::text::bigint + m.xid_offset)::text::xid8 from public.sync_meta m);
end;
$$;

-- The floor: the oldest transaction that is still open (SY-6).
create function private.floor_xid() returns xid8
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + m.xid_offset)::text::xid8 from public.sync_meta m);
end;
$$;

create function private.newest_row_xid() returns xid8
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_query text;
  v_newest xid8;
begin
  -- PostgreSQL 15 has no max(xid8).
  select string_agg(format('(select t.row_xid from %s t order by t.row_xid desc limit 1)', n.name), ' union all ') into v_query
    from (
      select format('public.%I', s.name) from private.synced_tables s
      union all
      values ('private.pins'), ('private.recent_messages'), ('public.action_log')
    ) n (name);
  execute format('select u.row_xid from (%s) u order by u.row_xid desc limit 1', v_query) into v_newest;
  return coalesce(v_newest, '0');
end;
$$;
