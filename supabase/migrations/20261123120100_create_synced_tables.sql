-- SY-4, SY-8: what every synced table shares.
create table public.sync_meta (
  is_only boolean primary key default true,
  -- Changed after a restore, so that replicas built from the lost future start again.
  epoch text not null default gen_random_uuid()::text,
  -- Tombstones below this transaction id are gone; an older cursor rebuilds its replica.
  min_since xid8 not null default '0'::xid8,
  min_client_v integer not null default 1,
  constraint sync_meta_one_row check (is_only)
);

alter table public.sync_meta enable row level security;
create policy sync_meta_all_nobody on public.sync_meta for all to anon, authenticated
  using (false) with check (false);
-- The one row stays.
revoke insert, delete, truncate on table public.sync_meta from service_role;

insert into public.sync_meta default values;

-- The top-level transaction id: xmin of a row written inside an exception block is the sub-transaction's.
create function private.stamp_sync_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.row_xid := pg_current_xact_id();
  new.rev := case when tg_op = 'INSERT' then 1 else old.rev + 1 end;
  return new;
end;
$$;

-- Rows that others hold in their replicas leave a tombstone, whoever deletes them.
create function private.soft_delete_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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
  seen_if text not null
);

alter table private.synced_tables enable row level security;
create policy synced_tables_all_nobody on private.synced_tables for all to anon, authenticated
  using (false) with check (false);

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
  perform private.write_changes();
end;
$$;

/*
 * Writes private.changes, one page of rows in the order of (row_xid, id): one part for each synced table and each column of its that
 * holds a person, so that each is read by its index. `row` is null where this viewer may not, or no longer, see it. Rows of one
 * transaction may share an id across tables (a user's profile, balance and stats), so a page never ends between them: it holds up to
 * two rows more than its limit.
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
end;
$$;
