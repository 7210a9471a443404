-- What Supabase's database advisors ask for, settled for all that was made so far.

-- 0011: a function fixes its search_path.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid::regprocedure from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select 1 from unnest(p.proconfig) s where s like 'search_path=%')
  loop
    execute format('alter function %s set search_path = ''''', v_function);
  end loop;
end;
$$;

-- 0008: tables that no client reaches say so by a policy too.
do $$
declare
  v_table record;
begin
  for v_table in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and c.relrowsecurity and not exists (select 1 from pg_catalog.pg_policy p where p.polrelid = c.oid)
  loop
    execute format(
      'create policy %I on %s for all to anon, authenticated using (false) with check (false)',
      v_table.relname || '_all_nobody', v_table.name
    );
  end loop;
end;
$$;

-- 0004
alter table private.clock add constraint clock_pkey primary key (at);

-- 0001: an index with a condition does not serve the key.
drop index public.beta_sessions_used_by;
create index beta_sessions_used_by on public.beta_sessions (used_by);

-- As in close_private_schema: only what row policies and column defaults call stays open.
revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function
  private.may_browse(),
  private.can_see_profile(uuid, text, uuid),
  private.can_see_share(uuid, uuid, boolean, uuid),
  private.are_connected(uuid, uuid)
to anon, authenticated, service_role;
