-- SY-8. Each start of PostgreSQL, in the order of this history. WAL positions rise within a history, so the start of a run is where the
-- run before it ended; a run that is missing here belongs to a history that a restore has taken back.
create table private.server_runs (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  postmaster_started_at timestamptz not null unique,
  started_lsn pg_lsn not null,
  noted_at timestamptz not null default now(),
  started_xid xid8
);

comment on column private.server_runs.started_xid is 'The next transaction id at the start. Null for runs from before this column.';

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
  insert into private.server_runs (postmaster_started_at, started_lsn, started_xid)
    select pg_postmaster_start_time(),
        case when c.is_of_this_timeline then least(c.checkpoint_lsn, pg_current_wal_flush_lsn()) else pg_current_wal_flush_lsn() end,
        case
          when c.is_of_this_timeline then least(c.next_xid, pg_snapshot_xmax(pg_current_snapshot()))
          else pg_snapshot_xmax(pg_current_snapshot())
        end
      from (
        select k.checkpoint_lsn,
          k.timeline_id = ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as is_of_this_timeline,
          -- As text '<epoch>:<id>'.
          ((split_part(k.next_xid, ':', 1)::bigint << 32) + split_part(k.next_xid, ':', 2)::bigint)::text::xid8 as next_xid
        from pg_control_checkpoint() k
      ) c
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

-- A page's floor may name a transaction that left nothing behind, so that the WAL position of its mark proves nothing of it: after a crash or a
-- restore, another transaction gets its id, and a device whose cursor is the floor would never hear of it. So a mark names the floor too, and is
-- refuted when its run ended before that id was given (SY-8).
create function private.mark_of(p_run uuid, p_lsn pg_lsn, p_floor xid8 default '0') returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_claim text := p_run || '.' || p_lsn || '.' || p_floor;
begin
  return v_claim || '.' || encode(private.sign('mark', convert_to(v_claim, 'UTF8')), 'hex');
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
  return case
    when v_run is not null then private.mark_of(v_run, pg_current_wal_flush_lsn(), pg_snapshot_xmin(pg_current_snapshot()))
  end;
end;
$$;

-- Whether one of these marks was given in another history than this. One that this server has not signed proves nothing.
create function private.refutes(p_marks text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mark text;
  v_lsn pg_lsn;
  v_floor xid8;
  v_number bigint;
  v_end_lsn pg_lsn;
  v_end_xid xid8;
begin
  foreach v_mark in array p_marks loop
    continue when (
      v_mark ~ '^[0-9a-f-]{36}\.[0-9A-F]{1,8}/[0-9A-F]{1,8}\.[0-9]{1,18}\.[0-9a-f]{64}$'
      and private.is_uuid(split_part(v_mark, '.', 1))
    ) is not true;
    v_lsn := split_part(v_mark, '.', 2)::pg_lsn;
    v_floor := split_part(v_mark, '.', 3)::xid8;
    continue when v_mark <> private.mark_of(split_part(v_mark, '.', 1)::uuid, v_lsn, v_floor);
    select r.number into v_number from private.server_runs r where r.id = split_part(v_mark, '.', 1)::uuid;
    if not found then
      return true;
    end if;
    select r.started_lsn, r.started_xid into v_end_lsn, v_end_xid
      from private.server_runs r where r.number > v_number order by r.number limit 1;
    if not found then
      v_end_lsn := case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end;
      v_end_xid := case when not pg_is_in_recovery() then pg_snapshot_xmax(pg_current_snapshot()) end;
    end if;
    if v_lsn > v_end_lsn or v_floor > v_end_xid then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
