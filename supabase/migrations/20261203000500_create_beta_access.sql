create function private.token_hash(p_token text) returns bytea
language sql immutable set search_path = ''
return sha256(convert_to(p_token, 'UTF8'));

-- S-1 to S-3. A token is kept as its hash only, so that a leaked table opens nothing.
create table public.beta_sessions (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used boolean not null default false,
  -- A session is spent in the transaction that makes the account, just before its row is there.
  used_by uuid references auth.users (id) on delete set null deferrable initially deferred,
  created_at timestamptz not null default private.now(),
  -- Whether an invitation opened it, but not which.
  is_invited boolean not null default false,
  constraint beta_sessions_hash_is_sha256 check (octet_length(token_hash) = 32)
);
create index beta_sessions_used_by on public.beta_sessions (used_by);
create index beta_sessions_expires_at on public.beta_sessions (expires_at);

alter table public.beta_sessions enable row level security;
create policy beta_sessions_all_nobody on public.beta_sessions for all to anon, authenticated
  using (false) with check (false);
revoke all on table public.beta_sessions from service_role;

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
create policy beta_attempts_all_nobody on public.beta_attempts for all to anon, authenticated
  using (false) with check (false);
revoke all on table public.beta_attempts from service_role;

-- Counts an attempt at the gate. Returns the hash to compare with, if an operator chose the passcode.
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
    perform private.record_abuse(
      null, 'beta_rate_limited', 'warning', jsonb_build_object('address', encode(v_address, 'hex'))
    );
    return jsonb_build_object('allowed', false);
  end if;
  insert into public.beta_attempts (address_hash, attempted_at) values (v_address, v_now);
  return jsonb_build_object('allowed', true, 'passcode_hash', (select b.hash from private.beta_passcode b));
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
grant execute on function public.beta_session_lookup(text) to anon, authenticated;

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
grant execute on function public.use_beta_session(text) to authenticated;

-- S-1: a user, or a guest who presents an unused and unexpired token.
create function private.may_browse() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_token text;
begin
  if exists (select 1 from auth.users u where u.id = auth.uid()) then
    perform private.refuse_ended_session();
    return true;
  end if;
  v_token := nullif(current_setting('request.headers', true), '')::json ->> 'x-beta-session';
  return v_token is not null and exists (
    select 1 from public.beta_sessions s
    where s.token_hash = private.token_hash(v_token) and not s.used and s.expires_at > private.now()
  );
end;
$$;

grant execute on function private.may_browse() to anon, authenticated, service_role;

-- S-39: an account is made with an unused beta token, which travels in the sign-up's metadata as `beta_token`.

create function private.is_good_beta_token(p_token text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.beta_sessions s
    where s.token_hash = private.token_hash(p_token) and not s.used and s.expires_at > private.now()
  );
$$;

-- The hook of Supabase Auth, called before it makes an account; an `error` in what it returns is the answer to the sign-up.
create function private.before_user_created(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when private.is_good_beta_token(event -> 'user' -> 'user_metadata' ->> 'beta_token') then '{}'::jsonb
    else jsonb_build_object('error', jsonb_build_object(
      'http_code', 403,
      'message', 'Your beta session is missing, used or expired. Please enter the passcode again.'
    ))
  end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_roles r where r.rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end;
$$;

-- One sign-up a token, however many come at once.
create function private.spend_beta_token(p_token text, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.beta_sessions s
    set used = true, used_by = p_user
    where s.token_hash = private.token_hash(p_token) and not s.used and s.expires_at > private.now();
  if not found then
    perform private.refuse(
      'beta_token', 'Your beta session is missing, used or expired. Please enter the passcode again.'
    );
  end if;
end;
$$;

-- Accounts that an operator makes have none.
create function private.take_beta_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.raw_user_meta_data ? 'beta_token' then
    perform private.spend_beta_token(new.raw_user_meta_data ->> 'beta_token', new.id);
    new.raw_user_meta_data := new.raw_user_meta_data - 'beta_token';
  end if;
  return new;
end;
$$;
create trigger take_beta_token before insert on auth.users
  for each row execute function private.take_beta_token();

-- Auth copies the metadata of a sign-up into the identity.
create function private.strip_beta_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.identity_data := new.identity_data - 'beta_token';
  return new;
end;
$$;

do $$
begin
  if to_regclass('auth.identities') is not null then
    create trigger strip_beta_token before insert or update on auth.identities
      for each row execute function private.strip_beta_token();
  end if;
end;
$$;
