-- Internal functions and tables. The schema is not among those that the API exposes; `usage` is only there so that row
-- policies can call the few predicates which are granted one by one.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

/*
 * What is made begins closed, whatever a platform opens by itself: signed-in people and guests are given what they need beside each
 * table and function. The secret key has what is in `public`, where a table does not take it back, and nobody has what is in `private`.
 * That every function is open to everybody is PostgreSQL's own rule, which holds for all schemas or for none.
 */
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to service_role;

-- Small functions that every call goes through are plpgsql: one in SQL that fixes its search_path is never inlined, and is planned
-- anew by each statement that calls it; one in plpgsql keeps its plan for the session.

-- The time that every rule goes by. Tests put a function of their own in its place.
create function private.now() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return clock_timestamp();
end;
$$;
grant execute on function private.now() to authenticated, service_role;

create function private.utc_day(p_at timestamptz) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return (p_at at time zone 'UTC')::date;
end;
$$;

create function private.utc_week(p_day date) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return p_day - (extract(isodow from p_day)::integer - 1);
end;
$$;

-- Fixed width, as Date.prototype.toISOString writes it, so that the text sorts like the time.
create function private.iso(p_at timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end;
$$;

-- An instant with its zone, as JSON clients write it; null for anything else ('infinity' and 'now' are times to Postgres).
create function private.parse_time(p_text text) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
begin
  if p_text !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$' then
    return null;
  end if;
  return p_text::timestamptz;
exception
  when data_exception then
    return null;
end;
$$;

-- A refusal with words for a person. Everything that is not a refusal keeps its own SQLSTATE.
create function private.refuse(p_code text, p_message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'UC000', message = p_message, detail = p_code;
end;
$$;

-- What can be done only in a while: neither done nor remembered, so that the same action may come again (SY-9).
create function private.put_off(p_code text, p_message text, p_seconds integer, p_more jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'UC001', message = p_message, detail = p_code,
    hint = (p_more || jsonb_build_object('retry_after', p_seconds))::text;
end;
$$;

-- A token outlives its account, and messages do too (S-6).
create function private.has_account() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select 1 from auth.users u where u.id = auth.uid()) then
    return false;
  end if;
  perform private.refuse_ended_session();
  return true;
end;
$$;

grant execute on function private.has_account() to authenticated, service_role;

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
  perform private.refuse_ended_session();
  return v_user;
end;
$$;

-- For the procedures that take p_user_id: the specification sends it, and nobody is believed (SY-11). This refusal undoes its
-- transaction, an event in it included: the server's log has it.
create function private.require_self(p_user_id uuid) returns uuid
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

-- One writer a user at a time. Every function that changes a user's ledger, plays or slots takes it before it reads.
create function private.lock_user(p_user uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:user:' || p_user::text, 0));
end;
$$;

create function private.is_uuid(p_text text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
    and p_text <> '00000000-0000-0000-0000-000000000000';
end;
$$;

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

create function private.whole_number_field(p_payload jsonb, p_key text, p_least integer, p_most integer) returns integer
language plpgsql immutable set search_path = ''
as $$
declare
  v_value numeric;
begin
  if jsonb_typeof(p_payload -> p_key) = 'number' then
    v_value := (p_payload ->> p_key)::numeric;
  end if;
  if v_value is null or v_value <> trunc(v_value) or v_value < p_least or v_value > p_most then
    perform private.refuse(
      'invalid_payload',
      format('The field %s must be a whole number from %s to %s.', p_key, p_least, p_most)
    );
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

create function private.text_array(p_json jsonb, p_limit integer) returns text[]
language sql immutable set search_path = ''
return case when jsonb_typeof(p_json) = 'array' then (
  select coalesce(array_agg(e.value), '{}')
  from jsonb_array_elements_text(p_json) with ordinality e
  where e.ordinality <= p_limit
) else '{}' end;

-- Three version-4 ids hold 366 random bits of the server's strong source; their digest keeps 256 (S-2).
create function private.random_token() returns text
language sql volatile set search_path = ''
return encode(
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  'hex'
);

-- The key of what the server signs or draws. Whoever has it foresees every draw, so no role of the API reads it.
create table private.server_key (
  id boolean primary key default true,
  key bytea not null,
  constraint server_key_is_one_row check (id),
  constraint server_key_has_256_bits check (octet_length(key) = 32)
);
alter table private.server_key enable row level security;
create policy server_key_all_nobody on private.server_key for all to anon, authenticated
  using (false) with check (false);
revoke all on table private.server_key from service_role;
insert into private.server_key (key) values (decode(private.random_token(), 'hex'));

-- An HMAC of a message; each use has a prefix of its own, so that what was signed for one is nothing to another.
create function private.sign(p_use text, p_message bytea) returns bytea
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_key bytea;
begin
  select k.key into strict v_key from private.server_key k;
  return extensions.hmac(convert_to(p_use || ':', 'UTF8') || p_message, v_key, 'sha256');
end;
$$;
