-- What the server refused and an operator should know of. An event without a user has a hashed address in its data.
alter table public.security_events
  alter column user_id drop not null,
  add column source text not null default 'client',
  add constraint security_events_source_is_known check (source in ('client', 'server')),
  add constraint security_events_has_somebody check (user_id is not null or source = 'server');
create index security_events_nobody on public.security_events (created_at) where user_id is null;

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

create or replace function private.attempt(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text;
  v_message text;
begin
  begin
    return jsonb_build_object('status', 'applied', 'result', private.dispatch(p_user, p_kind, p_payload, p_occurred_at));
  exception
    when serialization_failure or deadlock_detected or lock_not_available or query_canceled then
      raise;
    when sqlstate 'UC000' then
      get stacked diagnostics v_code = pg_exception_detail, v_message = message_text;
    when others then
      -- The words of an unforeseen error are for the log, not for a person.
      raise log 'action % of % failed: % %', p_kind, p_user, sqlstate, sqlerrm;
      v_code := 'failed';
      v_message := 'This could not be done. Please try again.';
  end;
  perform private.note_refusal(p_user, p_kind, v_code);
  return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object('code', v_code, 'message', v_message));
end;
$$;

create or replace function private.apply_once(
  p_user uuid, p_action uuid, p_kind text, p_request jsonb, p_payload jsonb, p_occurred_at timestamptz, p_refusal jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash bytea := sha256(convert_to(p_request::text, 'UTF8'));
  v_log public.action_log;
  v_outcome jsonb;
begin
  select l.* into v_log from public.action_log l where l.user_id = p_user and l.action_id = p_action;
  if found then
    if v_log.req_hash <> v_hash then
      perform private.note_refusal(p_user, p_kind, 'id_reuse');
      return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object(
        'code', 'id_reuse', 'message', 'This id belongs to another action.'
      ));
    end if;
    return jsonb_build_object('status', v_log.status, 'result', v_log.result);
  end if;
  if p_refusal is not null then
    v_outcome := jsonb_build_object('status', 'rejected', 'result', p_refusal);
  else
    v_outcome := private.attempt(p_user, p_kind, p_payload, p_occurred_at);
  end if;
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
    values (p_user, p_action, left(coalesce(p_kind, ''), 64), v_hash, v_outcome ->> 'status', v_outcome -> 'result');
  return v_outcome;
end;
$$;

-- This refusal undoes its transaction, an event in it included: the server's log has it.
create or replace function private.require_self(p_user_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if p_user_id is distinct from v_user then
    raise log 'abuse: % tried to act for %', v_user, p_user_id;
    raise exception 'You can only act for yourself' using errcode = '42501';
  end if;
  return v_user;
end;
$$;

-- As before; a client's events are counted apart from the server's.
create or replace function public.log_security_event(p_user_id uuid, p_event_type text, p_severity text, p_event_data jsonb)
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

create or replace function public.beta_begin_attempt(p_address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_address bytea := private.token_hash(coalesce(p_address, ''));
  v_from_address integer;
  v_overall integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:beta-attempts', 0));
  delete from public.beta_attempts a where a.attempted_at < v_now - interval '10 minutes';
  select count(*) filter (where a.address_hash = v_address), count(*)
    into v_from_address, v_overall
    from public.beta_attempts a
    where a.attempted_at > v_now - interval '1 minute' and a.succeeded is not true;
  if v_from_address >= 10 or v_overall >= 300 then
    perform private.record_abuse(
      null, 'beta_rate_limited', 'warning', jsonb_build_object('address', encode(v_address, 'hex'))
    );
    return jsonb_build_object('allowed', false);
  end if;
  insert into public.beta_attempts (address_hash, attempted_at) values (v_address, v_now);
  return jsonb_build_object('allowed', true);
end;
$$;

-- For the operator: who, what, how often, first, last.
create view public.abuse_overview with (security_invoker = true) as
  select e.user_id, p.artist_name, e.event_data ->> 'address' as address_hash, e.event_type, e.source, e.severity,
    count(*) as events, min(e.created_at) as first_at, max(e.created_at) as last_at
  from public.security_events e
  left join public.user_profiles p on p.id = e.user_id
  where e.source = 'server'
  group by 1, 2, 3, 4, 5, 6
  order by last_at desc;
revoke all on table public.abuse_overview from public, anon, authenticated, service_role;
grant select on table public.abuse_overview to service_role;

revoke all on function
  private.record_abuse(uuid, text, text, jsonb),
  private.note_refusal(uuid, text, text)
from public, anon, authenticated;
