-- Unlike the one-machine platform, a hosted project gives none of our roles superuser rights. `project_owner` stands
-- for the hosted `postgres`, which applies the migrations. Auth, Storage and Realtime own their schemas. REST signs in
-- as `authenticator`.
do $$
begin
  if not exists (select from pg_roles where rolname = 'project_owner') then
    create role project_owner login password 'project_owner' createdb createrole replication bypassrls;
    create role supabase_auth_admin noinherit createrole;
    create role supabase_storage_admin noinherit createrole;
    create role supabase_realtime_admin noinherit;
    alter role authenticator login password 'authenticator';
  end if;
end
$$;

do $$
declare
  v_schema record;
  v_object record;
begin
  execute format('alter database %I owner to project_owner', current_database());
  for v_schema in
    select * from (values
      ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'), ('realtime', 'supabase_realtime_admin'),
      ('supabase_migrations', 'project_owner')
    ) s (name, owner)
  loop
    for v_object in
      select case c.relkind when 'v' then 'view' else 'table' end as kind, c.oid::regclass::text as name
      from pg_class c where c.relnamespace = v_schema.name::regnamespace and c.relkind in ('r', 'p', 'v')
      union all
      select 'routine', p.oid::regprocedure::text from pg_proc p where p.pronamespace = v_schema.name::regnamespace
    loop
      execute format('alter %s %s owner to %I', v_object.kind, v_object.name, v_schema.owner);
    end loop;
    execute format('alter schema %I owner to %I', v_schema.name, v_schema.owner);
  end loop;
end
$$;
alter schema public owner to pg_database_owner;
alter publication supabase_realtime owner to project_owner;

grant usage on schema auth, storage, realtime, extensions to project_owner;
grant all on all tables in schema auth, storage, realtime to project_owner;
grant anon, authenticated, service_role to project_owner;
-- Hosted Supabase uses an extension to allow policies on Storage's tables. Here the owner's rights allow them.
grant supabase_storage_admin to project_owner;
grant supabase_realtime_admin to project_owner;
