-- Creates what a hosted Supabase project has before its first migration, as far as this project's migrations, REST, Auth,
-- Storage and Realtime rely on it. Runs at each start, so every statement must be idempotent. The SQL of @supabase/lite
-- creates the tables of `auth` and `storage` just before this file.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema extensions, public, auth, storage to anon, authenticated, service_role;

grant all on all tables in schema storage to service_role;
grant select, insert, update, delete on storage.objects, storage.buckets to anon, authenticated;

-- As on hosted Supabase, new objects in `public` are open to the three roles until the first migration revokes that.
do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  end if;
end
$$;
-- The platform's own functions stay executable, including functions that later versions of this file add.
alter default privileges in schema auth, storage, extensions grant execute on functions to public;

-- Servers set the claims either one by one or as one JSON object.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

-- How the person behind a session authenticated, for the claim `amr` of its tokens.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text not null primary key,
  statements text[],
  name text
);

-- Broadcasts from the database: Realtime sends each inserted row, and deletes it a minute later. Hosted Supabase drops a
-- day's partition instead. A client may join a private channel if it may select a message of the channel's topic.
create schema if not exists realtime;
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;

create or replace function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- As on hosted Supabase, the message carries an id, and a message that cannot be sent causes a warning and does not fail
-- the transaction. The function inserts as its caller, so clients need an insert policy.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, payload, event, private)
  values (
    v_id, topic, 'broadcast',
    case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(v_id)) end,
    event, private
  );
exception
  when others then
    raise warning 'the broadcast was not sent: % %', sqlstate, sqlerrm;
end
$$;

grant usage on schema realtime to anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert');
  end if;
end
$$;

-- The sweep of stored files finds their rows by version. Hosted Storage keeps files elsewhere, and has no such index.
create index if not exists objects_version on storage.objects (version);

-- The unique indexes on these columns are partial, and the queries of @supabase/lite do not name their conditions: without
-- the following indexes, each sign-in and each link of a mail would read all accounts.
create index if not exists users_email on auth.users (email);
create index if not exists users_confirmation_token on auth.users (confirmation_token);
create index if not exists users_recovery_token on auth.users (recovery_token);
