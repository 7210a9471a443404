-- A person sees where they are signed in, and signs other devices out. A device whose session was ended in this way deletes the person's
-- data, unlike a device whose session merely expired (S-5): it learns the difference from this list, by its session's id, which only it
-- and the auth service know.
create table private.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default private.now()
);
create index ended_sessions_by_time on private.ended_sessions (ended_at);

alter table private.ended_sessions enable row level security;
create policy ended_sessions_all_nobody on private.ended_sessions for all to anon, authenticated
  using (false) with check (false);

insert into private.retentions (log, kept) values ('ended_sessions', interval '2 years');

-- Null without a session, as with the two keys.
create function private.current_session() returns uuid
language sql stable set search_path = ''
return nullif(auth.jwt() ->> 'session_id', '')::uuid;

-- An access token outlives its session by up to an hour. Status 401 makes the device renew its token, which fails.
create function private.refuse_ended_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.ended_sessions e where e.session_id = private.current_session()) then
    raise exception 'This session was ended' using errcode = 'PT401';
  end if;
end;
$$;

-- The person's sessions, the current one first, then the last used ones. `used_at` is the time of the last token, so up to an hour early.
create function public.list_my_sessions()
returns table (session_id uuid, user_agent text, started_at timestamptz, used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_current uuid := private.current_session();
begin
  return query
    select s.id, left(s.user_agent, 500), s.created_at, u.used_at, coalesce(s.id = v_current, false)
    from auth.sessions s
    cross join lateral (select greatest(s.created_at, s.refreshed_at at time zone 'UTC') as used_at) u
    where s.user_id = v_user and (s.not_after is null or s.not_after > private.now())
    order by coalesce(s.id = v_current, false) desc, u.used_at desc, s.id
    limit 200;
end;
$$;
grant execute on function public.list_my_sessions() to authenticated;

-- Ends those of `p_sessions` that are the person's own. The current one stays.
create function public.end_my_sessions(p_sessions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_ended integer;
begin
  with gone as (
    delete from auth.sessions s
    where s.user_id = v_user and s.id = any (p_sessions) and s.id is distinct from private.current_session()
    returning s.id
  )
  insert into private.ended_sessions (session_id) select g.id from gone g on conflict do nothing;
  get diagnostics v_ended = row_count;
  return jsonb_build_object('success', true, 'ended', v_ended);
end;
$$;
grant execute on function public.end_my_sessions(uuid[]) to authenticated;

-- Whether the person ended this session from another device, or deleted the account. Asked by a device whose token is refused.
create function public.was_session_ended(p_session uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.ended_sessions e where e.session_id = p_session);
grant execute on function public.was_session_ended(uuid) to anon, authenticated;

-- The devices of a deleted account delete its data too.
create function private.end_sessions_of_leaving_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.ended_sessions (session_id) select s.id from auth.sessions s where s.user_id = old.id on conflict do nothing;
  return old;
end;
$$;
create trigger end_sessions before delete on auth.users
  for each row execute function private.end_sessions_of_leaving_user();
