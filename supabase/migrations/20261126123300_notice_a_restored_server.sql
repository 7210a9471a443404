-- SY-8. Each start of PostgreSQL, in the order of this history. WAL positions rise within a history, so the start of a run is where the
-- run before it ended; a run that is missing here belongs to a history that a restore has taken back.
create table private.server_runs (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  postmaster_started_at timestamptz not null unique,
  started_lsn pg_lsn not null,
  noted_at timestamptz not null default now()
);
alter table private.server_runs enable row level security;
create policy server_runs_all_nobody on private.server_runs for all to anon, authenticated
  using (false) with check (false);
revoke all on table private.server_runs from service_role;

create function private.note_run() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.server_runs r where r.postmaster_started_at = pg_postmaster_start_time()) then
    return;
  end if;
  -- Whoever comes second waits for nobody, and so in no deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:run', 0)) then
    return;
  end if;
  -- A mark names a run only when the run is sure to survive a crash.
  perform set_config('synchronous_commit', 'on', true);
  -- The checkpoint between two runs lies closer to the end of the earlier one than the present position. After a promotion the control
  -- file still names a checkpoint of the earlier timeline.
  insert into private.server_runs (postmaster_started_at, started_lsn)
    select pg_postmaster_start_time(), case
        when c.timeline_id = ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
        then least(c.checkpoint_lsn, pg_current_wal_flush_lsn())
        else pg_current_wal_flush_lsn()
      end
    from pg_control_checkpoint() c
    on conflict (postmaster_started_at) do nothing;
end;
$$;

-- A hosted project has nobody who is there at the start; the first line of the log notes it.
create function private.note_run_of_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_run();
  return null;
end;
$$;
create trigger action_log_notes_the_run after insert on public.action_log
  for each statement execute function private.note_run_of_log();

create function private.mark_of(p_run uuid, p_lsn pg_lsn) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_run || '.' || p_lsn || '.' || encode(private.sign('mark', convert_to(p_run || '.' || p_lsn, 'UTF8')), 'hex');
end;
$$;

/*
 * What proves that its bearer has read this history up to here: the run, the WAL position that is flushed, and a MAC. Whatever a snapshot
 * of an earlier moment shows was flushed before it was shown, and a crash loses nothing below that position, so a mark of this history
 * stays true whatever happens. Null while the present run is not noted, and on a standby, which cannot tell whether the primary has
 * begun another run since the last one that came here: the mark would name the wrong one.
 */
create function private.current_mark() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_run uuid;
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  select r.id into v_run from private.server_runs r where r.postmaster_started_at = pg_postmaster_start_time();
  return case when v_run is not null then private.mark_of(v_run, pg_current_wal_flush_lsn()) end;
end;
$$;

-- Whether one of these marks was given in another history than this. One that this server has not signed proves nothing.
create function private.refutes(p_marks text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mark text;
  v_lsn pg_lsn;
  v_number bigint;
  v_end pg_lsn;
begin
  foreach v_mark in array p_marks loop
    continue when (
      v_mark ~ '^[0-9a-f-]{36}\.[0-9A-F]{1,8}/[0-9A-F]{1,8}\.[0-9a-f]{64}$' and private.is_uuid(split_part(v_mark, '.', 1))
    ) is not true;
    v_lsn := split_part(v_mark, '.', 2)::pg_lsn;
    continue when v_mark <> private.mark_of(split_part(v_mark, '.', 1)::uuid, v_lsn);
    select r.number into v_number from private.server_runs r where r.id = split_part(v_mark, '.', 1)::uuid;
    if not found then
      return true;
    end if;
    select r.started_lsn into v_end from private.server_runs r where r.number > v_number order by r.number limit 1;
    if not found then
      v_end := case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end;
    end if;
    if v_lsn > v_end then
      return true;
    end if;
  end loop;
  return false;
end;
$$;

-- As it was, with marks: one that is refuted (SY-8) rebuilds this device's replica alone.
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
    when v_epoch <> v_meta.epoch or private.refutes(private.text_array(p -> 'marks', 10)) then 'epoch'
    -- Without an epoch the replica is empty, and 0 is where it begins.
    when v_epoch is not null and v_since < v_meta.min_since then 'floor'
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
    'server_time', private.iso(private.now()),
    'mark', private.current_mark()
  )::jsonb;
end;
$$;

-- For the operator, after a logical dump was loaded, whose rows name transactions and runs of another server.
create or replace function private.begin_new_epoch() returns text
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
  delete from private.server_runs;
  perform private.note_run();
  return v_epoch;
end;
$$;
