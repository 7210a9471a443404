-- S-1 to S-3. A token is kept as its hash only, so that a leaked table opens nothing.
create table public.beta_sessions (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used boolean not null default false,
  used_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default private.now(),
  constraint beta_sessions_hash_is_sha256 check (octet_length(token_hash) = 32)
);
create index beta_sessions_used_by on public.beta_sessions (used_by) where used_by is not null;
create index beta_sessions_expires_at on public.beta_sessions (expires_at);
alter table public.beta_sessions enable row level security;
revoke all on table public.beta_sessions from public, anon, authenticated, service_role;

-- `succeeded` is null while the passcode is being compared: an attempt under way counts as a failed one, so that many at
-- once cannot slip under the limit.
create table public.beta_attempts (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  succeeded boolean,
  attempted_at timestamptz not null
);
create index beta_attempts_address on public.beta_attempts (address_hash, attempted_at);
create index beta_attempts_attempted_at on public.beta_attempts (attempted_at);
alter table public.beta_attempts enable row level security;
revoke all on table public.beta_attempts from public, anon, authenticated, service_role;

create function private.token_hash(p_token text) returns bytea
language sql immutable
return sha256(convert_to(p_token, 'UTF8'));

-- S-3: at most 10 attempts a minute that did not succeed from one address, and 300 from all.
create function public.beta_begin_attempt(p_address text) returns jsonb
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
    return jsonb_build_object('allowed', false);
  end if;
  insert into public.beta_attempts (address_hash, attempted_at) values (v_address, v_now);
  return jsonb_build_object('allowed', true);
end;
$$;

create function public.beta_record_attempt(p_address text, p_success boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_address bytea := private.token_hash(coalesce(p_address, ''));
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:beta-attempts', 0));
  update public.beta_attempts a
    set succeeded = coalesce(p_success, false)
    where a.id = (
      select b.id from public.beta_attempts b
      where b.address_hash = v_address and b.succeeded is null
      order by b.attempted_at, b.id
      limit 1
    );
  if not found then
    insert into public.beta_attempts (address_hash, succeeded, attempted_at)
      values (v_address, coalesce(p_success, false), private.now());
  end if;
end;
$$;

-- Three version-4 ids hold 366 random bits of the server's strong source; their digest keeps 256 (S-2).
create function private.random_token() returns text
language sql volatile
return encode(
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  'hex'
);

create function public.beta_open_session() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.random_token();
  v_now timestamptz := private.now();
  v_expires_at timestamptz := v_now + interval '2 hours';
begin
  delete from public.beta_sessions s where s.expires_at < v_now - interval '1 day';
  insert into public.beta_sessions (token_hash, expires_at, created_at)
    values (private.token_hash(v_token), v_expires_at, v_now);
  return jsonb_build_object('session_token', v_token, 'expires_at', private.iso(v_expires_at));
end;
$$;

-- The only way to see a session is to hold its token (S-2).
create function public.beta_session_lookup(p_token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_session public.beta_sessions;
begin
  select s.* into v_session from public.beta_sessions s where s.token_hash = private.token_hash(p_token);
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'session_token', p_token,
    'expires_at', private.iso(v_session.expires_at),
    'used', v_session.used
  );
end;
$$;

create function public.use_beta_session(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  update public.beta_sessions s
    set used = true, used_by = v_user
    where s.token_hash = private.token_hash(p_token) and not s.used;
  return jsonb_build_object('success', found);
end;
$$;

-- S-1: a user, or a guest who presents an unused and unexpired token.
create function private.may_browse() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_token text;
begin
  if auth.uid() is not null then
    return true;
  end if;
  v_token := nullif(current_setting('request.headers', true), '')::json ->> 'x-beta-session';
  return v_token is not null and exists (
    select 1 from public.beta_sessions s
    where s.token_hash = private.token_hash(v_token) and not s.used and s.expires_at > private.now()
  );
end;
$$;

revoke all on function
  public.beta_begin_attempt(text),
  public.beta_record_attempt(text, boolean),
  public.beta_open_session(),
  public.beta_session_lookup(text),
  public.use_beta_session(text)
from public, anon, authenticated;
grant execute on function
  public.beta_begin_attempt(text),
  public.beta_record_attempt(text, boolean),
  public.beta_open_session()
to service_role;
grant execute on function public.beta_session_lookup(text) to anon, authenticated;
grant execute on function public.use_beta_session(text) to authenticated;
