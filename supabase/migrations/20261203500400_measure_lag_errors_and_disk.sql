-- How long the oldest change of a digest waited until devices were told of it: in the last digest, and at most on its day.
create table private.digest_lag (
  is_only boolean primary key default true,
  day date not null,
  last_ms integer not null,
  longest_ms integer not null,
  constraint digest_lag_one_row check (is_only)
);

alter table private.digest_lag enable row level security;
create policy digest_lag_all_nobody on private.digest_lag for all to anon, authenticated
  using (false) with check (false);

-- The age of the oldest of these changes. The clock may have been set back meanwhile.
create function private.lag_ms(p_noted_at timestamptz) returns integer
language sql volatile set search_path = ''
as $$
  select least(greatest(coalesce(extract(epoch from clock_timestamp() - p_noted_at) * 1000, 0), 0), 2147483647)::integer;
$$;

-- The publisher deletes the changes that it has published.
create function private.measure_digest_lag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_lag integer;
begin
  if not exists (select from removed) then
    return null;
  end if;
  v_lag := private.lag_ms((select min(r.noted_at) from removed r));
  insert into private.digest_lag as l (day, last_ms, longest_ms) values (private.utc_day(now()), v_lag, v_lag)
    on conflict (is_only) do update
      set day = excluded.day, last_ms = excluded.last_ms,
        longest_ms = case when l.day = excluded.day then greatest(l.longest_ms, excluded.last_ms) else excluded.last_ms end;
  return null;
end;
$$;
create trigger undigested_changes_measure_lag after delete on private.undigested_changes
  referencing old table as removed
  for each statement execute function private.measure_digest_lag();

-- Failures that the server of `npm start` counted, one row a minute, also if there were none. Rows older than a day are deleted.
create table private.error_counts (
  counted_at timestamptz primary key,
  -- Requests with a status from 500.
  server_errors integer not null,
  browser_errors integer not null
);

alter table private.error_counts enable row level security;
create policy error_counts_all_nobody on private.error_counts for all to anon, authenticated
  using (false) with check (false);

create function private.note_errors(p_server_errors integer, p_browser_errors integer) returns void
language sql security definer set search_path = ''
as $$
  delete from private.error_counts c where c.counted_at < now() - interval '1 day';
  insert into private.error_counts as c (counted_at, server_errors, browser_errors) values (now(), p_server_errors, p_browser_errors)
    on conflict (counted_at) do update
      set server_errors = c.server_errors + excluded.server_errors, browser_errors = c.browser_errors + excluded.browser_errors;
$$;

-- The disk of the data folder of `npm start`, which measures it each minute.
create table private.disk_space (
  is_only boolean primary key default true,
  measured_at timestamptz not null,
  size_bytes bigint not null,
  free_bytes bigint not null,
  constraint disk_space_one_row check (is_only)
);

alter table private.disk_space enable row level security;
create policy disk_space_all_nobody on private.disk_space for all to anon, authenticated
  using (false) with check (false);

create function private.note_disk(p_size_bytes bigint, p_free_bytes bigint) returns void
language sql security definer set search_path = ''
as $$
  insert into private.disk_space (measured_at, size_bytes, free_bytes) values (now(), p_size_bytes, p_free_bytes)
    on conflict (is_only) do update
      set measured_at = excluded.measured_at, size_bytes = excluded.size_bytes, free_bytes = excluded.free_bytes;
$$;

create or replace function public.operator_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_figures');
  v_now timestamptz := private.now();
  v_today date := private.utc_day(v_now);
  v_start timestamptz := v_today::timestamp at time zone 'UTC';
  v_lag private.digest_lag;
  v_waiting_ms integer;
begin
  select l.* into v_lag from private.digest_lag l;
  v_waiting_ms := private.lag_ms((select u.noted_at from private.undigested_changes u order by u.id limit 1));
  return jsonb_build_object(
    'people_today', (select count(*) from public.user_days d where d.day = v_today),
    'new_this_week', (
      select count(*) from public.user_profiles p where p.created_at > v_now - interval '7 days' and p.deleted_at is null
    ),
    'plays_today', (select coalesce(sum(d.plays), 0) from private.track_days d where d.day = v_today),
    'plays_yesterday', (select coalesce(sum(d.plays), 0) from private.track_days d where d.day = v_today - 1),
    'uploads_today', (select count(*) from public.tracks t where t.created_at >= v_start and t.deleted_at is null),
    'tracks', (select coalesce(sum(c.tracks), 0) from private.community_totals c),
    'stored_bytes', (select coalesce(sum(f.bytes), 0) from private.file_facts f),
    'files', (select count(*) from private.file_facts f),
    'open_reports', (select count(*) from private.open_reports(v_user)),
    'oldest_report_at', (select min(r.created_at) from private.open_reports(v_user) r),
    'abuse_last_hour', (
      select count(*) from public.security_events e
      where e.source = 'server' and e.severity = 'warning' and e.created_at > v_now - interval '1 hour'
    ),
    'abuse_today', (
      select count(*) from public.security_events e
      where e.source = 'server' and e.severity = 'warning' and e.created_at >= v_start
    ),
    -- A change that has waited for longer than those of the last digest says more about the present.
    'lag_ms', greatest(v_lag.last_ms, v_waiting_ms),
    'longest_lag_ms', greatest(case when v_lag.day = private.utc_day(now()) then v_lag.longest_ms end, v_waiting_ms),
    -- Null where no server counts errors, as on a hosted project, or if it has stopped counting.
    'errors', (
      select jsonb_build_object('server', sum(c.server_errors), 'browser', sum(c.browser_errors))
      from private.error_counts c
      where c.counted_at > now() - interval '1 hour'
      having max(c.counted_at) > now() - interval '5 minutes'
    ),
    -- Null where no server measures it, as on a hosted project, or if it has stopped.
    'disk', (
      select jsonb_build_object('size', d.size_bytes, 'free', d.free_bytes)
      from private.disk_space d where d.measured_at > now() - interval '5 minutes'
    )
  );
end;
$$;
