create table public.security_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  event_type text not null,
  severity text not null,
  event_data jsonb not null,
  created_at timestamptz not null default private.now(),
  constraint security_events_type_is_a_word check (event_type ~ '^[a-z][a-z0-9_]{0,63}$'),
  constraint security_events_severity_is_a_word check (severity ~ '^[a-z]{1,16}$'),
  constraint security_events_data_is_small check (pg_column_size(event_data) <= 4096)
);
create index security_events_user on public.security_events (user_id, created_at);
alter table public.security_events enable row level security;
revoke all on table public.security_events from public, anon, authenticated;
grant select, delete on table public.security_events to service_role;

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
    where e.user_id = v_user and e.created_at > v_now - interval '1 hour';
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
revoke all on function public.log_security_event(uuid, text, text, jsonb) from public, anon, authenticated;
grant execute on function public.log_security_event(uuid, text, text, jsonb) to authenticated;
