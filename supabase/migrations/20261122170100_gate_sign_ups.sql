-- S-39: an account is made with an unused beta token, which travels in the sign-up's metadata as `beta_token`.

-- A session is spent in the transaction that makes the account, just before its row is there.
alter table public.beta_sessions alter constraint beta_sessions_used_by_fkey deferrable initially deferred;

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

revoke all on function
  private.is_good_beta_token(text),
  private.before_user_created(jsonb),
  private.spend_beta_token(text, uuid),
  private.take_beta_token(),
  private.strip_beta_token()
from public, anon, authenticated;
do $$
begin
  if exists (select 1 from pg_catalog.pg_roles r where r.rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end;
$$;
