-- What clients report, and what the server refused and an operator should know of. An event without a user has a hashed address in its
-- data.
create table public.security_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  event_type text not null,
  severity text not null,
  event_data jsonb not null,
  created_at timestamptz not null default private.now(),
  source text not null default 'client',
  constraint security_events_type_is_a_word check (event_type ~ '^[a-z][a-z0-9_]{0,63}$'),
  constraint security_events_severity_is_a_word check (severity ~ '^[a-z]{1,16}$'),
  constraint security_events_data_is_small check (pg_column_size(event_data) <= 4096),
  constraint security_events_source_is_known check (source in ('client', 'server')),
  constraint security_events_has_somebody check (user_id is not null or source = 'server')
);
create index security_events_user on public.security_events (user_id, created_at);
create index security_events_nobody on public.security_events (created_at) where user_id is null;
create index security_events_created_at on public.security_events (created_at);

alter table public.security_events enable row level security;
create policy security_events_all_nobody on public.security_events for all to anon, authenticated
  using (false) with check (false);
-- Read and never rewritten.
revoke insert, update, truncate on table public.security_events from service_role;

-- At most 100 of a kind in an hour and person or address, and 1000 of addresses together; more say nothing new.
create function private.record_abuse(p_user uuid, p_type text, p_severity text, p_data jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_same integer;
  v_all integer;
begin
  select count(*) filter (where p_user is not null or e.event_data = p_data), count(*) into v_same, v_all
    from public.security_events e
    where (e.user_id = p_user or (p_user is null and e.user_id is null))
      and e.source = 'server' and e.event_type = p_type and e.created_at > v_now - interval '1 hour';
  if v_same < 100 and v_all < 1000 then
    insert into public.security_events (user_id, event_type, severity, event_data, source, created_at)
      values (p_user, p_type, p_severity, p_data, 'server', v_now);
  end if;
end;
$$;

-- Refusals that a client of ours never meets by honest use.
create function private.note_refusal(p_user uuid, p_kind text, p_code text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_code in ('too_fast', 'id_reuse', 'file_not_yours', 'restricted_words') then
    perform private.record_abuse(
      p_user,
      'refused_' || p_code,
      case when p_code = 'restricted_words' then 'info' else 'warning' end,
      jsonb_build_object('kind', left(coalesce(p_kind, ''), 64))
    );
  end if;
end;
$$;

-- A client's events are counted apart from the server's.
create function public.log_security_event(p_user_id uuid, p_event_type text, p_severity text, p_event_data jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(p_user_id);
  v_data jsonb := coalesce(p_event_data, '{}');
  v_now timestamptz := private.now();
  v_count integer;
begin
  select count(*) into v_count from public.security_events e
    where e.user_id = v_user and e.source = 'client' and e.created_at > v_now - interval '1 hour';
  if v_count >= 100
    or coalesce(p_event_type, '') !~ '^[a-z][a-z0-9_]{0,63}$'
    or coalesce(p_severity, '') !~ '^[a-z]{1,16}$'
    or octet_length(v_data::text) > 4000
  then
    return jsonb_build_object('success', false);
  end if;
  insert into public.security_events (user_id, event_type, severity, event_data, created_at)
    values (v_user, p_event_type, p_severity, v_data, v_now);
  return jsonb_build_object('success', true);
end;
$$;
grant execute on function public.log_security_event(uuid, text, text, jsonb) to authenticated;

-- For the operator: who, what, how often, first, last.
create view public.abuse_overview with (security_invoker = true) as
  select e.user_id, p.artist_name, e.event_data ->> 'address' as address_hash, e.event_type, e.source, e.severity,
    count(*) as events, min(e.created_at) as first_at, max(e.created_at) as last_at
  from public.security_events e
  left join public.user_profiles p on p.id = e.user_id
  where e.source = 'server'
  group by 1, 2, 3, 4, 5, 6
  order by last_at desc;
create trigger abuse_overview_is_read_only instead of insert or update or delete on public.abuse_overview
  for each row execute function private.refuse_overview_write();
revoke all on table public.abuse_overview from service_role;
grant select on table public.abuse_overview to service_role;

-- How long each log is kept. An operator changes the spans with an update.
create table private.retentions (
  log text primary key,
  kept interval not null,
  constraint retentions_kept_is_positive check (kept > interval '0')
);

alter table private.retentions enable row level security;
create policy retentions_all_nobody on private.retentions for all to anon, authenticated
  using (false) with check (false);

-- An action that was answered from the log no more would take effect again (SY-9): no device waits that long.
insert into private.retentions (log, kept) values
  ('action_log', interval '180 days'),
  ('security_events', interval '90 days'),
  ('beta_attempts', interval '10 minutes'),
  ('beta_sessions', interval '1 day');

-- Throws out what is older. Called every hour, by pg_cron where there is one, else by the process that serves the database. Of the log of
-- actions whole months go, and single rows of those under other ids.
create function private.sweep_logs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_oldest_action timestamptz := (
    select v_now - greatest(r.kept, interval '1 day') from private.retentions r where r.log = 'action_log'
  );
begin
  delete from partitions.action_log_default l where l.created_at < v_oldest_action;
  delete from private.recent_actions r where r.created_at < v_now - interval '1 hour';
  delete from public.security_events e using private.retentions r
    where r.log = 'security_events' and e.created_at < v_now - r.kept;
  delete from public.beta_attempts a using private.retentions r
    where r.log = 'beta_attempts' and a.attempted_at < v_now - r.kept and a.attempted_at < v_now - interval '1 minute';
  delete from public.beta_sessions s using private.retentions r
    where r.log = 'beta_sessions' and s.expires_at < v_now - r.kept;
  delete from private.mail_refusals m using private.retentions r
    where r.log = 'mail_refusals' and m.refused_at < v_now - r.kept;
  delete from private.ended_sessions s using private.retentions r
    where r.log = 'ended_sessions' and s.ended_at < v_now - r.kept;
  delete from public.reports x using private.retentions r
    where r.log = 'reports' and x.settled_at < v_now - r.kept;
  delete from private.appeals a using private.retentions r
    where r.log = 'reports' and a.settled_at < v_now - r.kept;
  perform private.drop_answered_months(v_oldest_action);
  perform private.sweep_tombstones();
  perform private.sweep_search_words();
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('sweep-logs', '17 * * * *', 'select private.sweep_logs()')$cron$;
  end if;
end;
$$;

-- A report quotes what somebody wrote. It is deleted half a year after the decision, and with the account of the reported person; an
-- appeal half a year after its answer. The moderation log, which stays, quotes nothing.
insert into private.retentions (log, kept) values ('reports', interval '180 days');
