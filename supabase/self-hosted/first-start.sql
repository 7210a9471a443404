-- Runs once, as the superuser supabase_admin, when the database is created.
\set password `echo "$POSTGRES_PASSWORD"`

alter role authenticator with password :'password';
alter role supabase_auth_admin with password :'password';
alter role supabase_storage_admin with password :'password';

create schema if not exists _realtime authorization supabase_admin;

-- The migrations run as `postgres`, and schedule procedures with pg_cron.
create extension if not exists pg_cron;
grant usage on schema cron to postgres;
grant all on all tables in schema cron to postgres;
