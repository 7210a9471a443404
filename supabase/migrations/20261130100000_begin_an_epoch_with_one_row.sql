-- SY-8, G-7. A dump that is loaded into another server brings rows with the transaction ids of the old one, whose counter may be far ahead. So
-- the ids that rows are ordered by are those of PostgreSQL plus an offset, and a new epoch chooses an offset that puts this server's ids after
-- all that the dump brought. Before, it wrote each row again.
alter table public.sync_meta add column xid_offset bigint not null default 0;
comment on column public.sync_meta.xid_offset is 'What is added to PostgreSQL''s transaction ids for the ids that synced rows are ordered by. It only grows.';

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

-- Of the top-level transaction: xmin of a row written inside an exception block is the sub-transaction's.
create or replace function private.stamp_sync_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.row_xid := private.current_xid();
  new.rev := case when tg_op = 'INSERT' then 1 else old.rev + 1 end;
  return new;
end;
$$;

-- Tables that no trigger stamps.
alter table public.action_log alter column row_xid set default private.current_xid();
alter table private.pins alter column row_xid set default private.current_xid();

-- These functions stay as they are but for their ids. A mark names PostgreSQL's own: it is compared with those of the runs of this server.
do $$
declare
  v_function record;
  v_text text;
begin
  for v_function in
    select * from (values
      ('public.sync_pull(jsonb)', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('public.first_screen(jsonb)', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('public.visit_rows(jsonb)', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('public.older_messages(jsonb)', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('private.publish_digest()', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('private.refresh_artist_figures()', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('private.sweep_tombstones()', 'pg_snapshot_xmin(pg_current_snapshot())', 'private.floor_xid()'),
      ('private.touch_pins()', 'pg_current_xact_id()', 'private.current_xid()')
    ) f (signature, earlier, later)
  loop
    v_text := pg_get_functiondef(v_function.signature::regprocedure);
    if strpos(v_text, v_function.earlier) = 0 then
      raise exception '% does not read %', v_function.signature, v_function.earlier;
    end if;
    execute replace(v_text, v_function.earlier, v_function.later);
  end loop;
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

/*
 * Makes every device rebuild its replica. Needed once after a dump was loaded into another server, before people use it. Reads the synced
 * tables, and writes one row.
 */
create or replace function private.begin_new_epoch() returns text
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
