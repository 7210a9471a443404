-- Internal functions and tables. The schema is not among those that the API exposes; `usage` is only there so that row
-- policies can call the few predicates which are granted one by one.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Empty in every installation. A row that the current transaction can see replaces the time, so that tests put both sides
-- of midnight inside one transaction and roll the row back. No client role can write it.
create table private.clock (
  at timestamptz not null
);
alter table private.clock enable row level security;
revoke all on table private.clock from public, anon, authenticated, service_role;

create function private.now() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.at from private.clock c limit 1), clock_timestamp());
end;
$$;

create function private.utc_day(p_at timestamptz) returns date
language sql immutable
return (p_at at time zone 'UTC')::date;

-- Fixed width, as Date.prototype.toISOString writes it, so that the text sorts like the time.
create function private.iso(p_at timestamptz) returns text
language sql stable
return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A refusal with words for a person. Everything that is not a refusal keeps its own SQLSTATE.
create function private.refuse(p_code text, p_message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'UC000', message = p_message, detail = p_code;
end;
$$;

-- The signed-in user, who must still exist: a token outlives its account.
create function private.require_user() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is null or not exists (select 1 from auth.users u where u.id = v_user) then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  return v_user;
end;
$$;

-- For the procedures that take p_user_id: the specification sends it, and nobody is believed (SY-11).
create function private.require_self(p_user_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if p_user_id is distinct from v_user then
    raise exception 'You can only act for yourself' using errcode = '42501';
  end if;
  return v_user;
end;
$$;

-- One writer a user at a time. Every function that changes a user's ledger, plays or slots takes it before it reads.
create function private.lock_user(p_user uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:user:' || p_user::text, 0));
end;
$$;

create function private.is_uuid(p_text text) returns boolean
language sql immutable
return p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
  and p_text <> '00000000-0000-0000-0000-000000000000';

-- Typed reads of a payload; the wrong JSON type is a refusal, never a cast error with the server's words in it.
create function private.text_field(p_payload jsonb, p_key text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_payload -> p_key) is distinct from 'string' then
    perform private.refuse('invalid_payload', format('The field %s must be a text.', p_key));
  end if;
  return p_payload ->> p_key;
end;
$$;

create function private.boolean_field(p_payload jsonb, p_key text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_payload -> p_key) is distinct from 'boolean' then
    perform private.refuse('invalid_payload', format('The field %s must be true or false.', p_key));
  end if;
  return (p_payload ->> p_key)::boolean;
end;
$$;

-- Milliseconds within a day: longer than any file that fits the bucket.
create function private.milliseconds_field(p_payload jsonb, p_key text) returns integer
language plpgsql immutable set search_path = ''
as $$
declare
  v_value numeric;
begin
  if jsonb_typeof(p_payload -> p_key) is distinct from 'number' then
    perform private.refuse('invalid_payload', format('The field %s must be a number.', p_key));
  end if;
  v_value := trunc((p_payload ->> p_key)::numeric);
  if v_value < 0 or v_value > 86400000 then
    perform private.refuse('invalid_payload', format('The field %s is out of range.', p_key));
  end if;
  return v_value::integer;
end;
$$;

create function private.uuid_field(p_payload jsonb, p_key text) returns uuid
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := private.text_field(p_payload, p_key);
begin
  if not private.is_uuid(v_text) then
    perform private.refuse('invalid_payload', format('The field %s must be an id.', p_key));
  end if;
  return v_text::uuid;
end;
$$;
