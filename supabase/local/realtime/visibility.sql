-- How this stack's Realtime asks Postgres who may see a row that changed. Runs at each start: every statement must bear
-- repetition.

create schema if not exists local_realtime;
revoke all on schema local_realtime from public;

-- Whether the table's policies let the present role select a row, as an expression over the row's columns.
create or replace function local_realtime.select_policy(p_table oid) returns text
language sql stable set search_path = ''
as $$
  select case
    when not c.relrowsecurity then 'true'
    else format(
      '(%s)%s',
      coalesce(string_agg(format('(%s and %s)', p.is_meant, p.qual), ' or ') filter (where p.polpermissive), 'false'),
      string_agg(format(' and (not %s or %s)', p.is_meant, p.qual), '') filter (where not p.polpermissive)
    )
  end
  from pg_catalog.pg_class c
  left join lateral (
    select p.polpermissive,
      format('coalesce((%s), false)', coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'not ' || p.polpermissive)) as qual,
      case
        when 0::oid = any (p.polroles) then 'true'
        else (select format('(%s)', string_agg(format('pg_catalog.pg_has_role(%s::oid, ''usage'')', r), ' or '))
              from unnest(p.polroles) r)
      end as is_meant
    from pg_catalog.pg_policy p
    where p.polrelid = c.oid and p.polcmd in ('r', '*')
  ) p on true
  where c.oid = p_table
  group by c.relrowsecurity;
$$;

-- For each caller, { role, claims }, whether it may see a state of a row: the policies must let it see that very state, which
-- may be over by now, and, when p_keys are given, the row that they name as it is at present. Null values are columns that
-- are not known: a policy that asks about one of them is not fulfilled.
create or replace function local_realtime.visible_to(p_table oid, p_state jsonb, p_keys jsonb, p_callers jsonb)
returns boolean[]
language plpgsql set search_path = ''
as $$
declare
  v_name text := (select relname from pg_catalog.pg_class where oid = p_table);
  v_is_known boolean := not exists (
    select 1
    from pg_catalog.pg_policy p
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::regclass and d.objid = p.oid
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where p.polrelid = p_table and p.polcmd in ('r', '*')
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = p_table and d.refobjsubid > 0
      and not p_state ? a.attname
  );
  v_callers jsonb[] := array(select value from jsonb_array_elements(p_callers));
  v_seen boolean[] := array_fill(false, array[cardinality(v_callers)]);
  v_old text;
  v_can boolean;
begin
  for v_old in
    select s.name from pg_catalog.pg_prepared_statements s where s.name in ('realtime_state', 'realtime_present')
  loop
    execute format('deallocate %I', v_old);
  end loop;
  -- Read here, where the names in the policies mean something, and run below as each caller: a plan for each role, not for
  -- each caller.
  execute format(
    'prepare realtime_state as select %s from pg_catalog.jsonb_populate_record(null::%s, %L::jsonb) as %I',
    local_realtime.select_policy(p_table), p_table::regclass, p_state, v_name
  );
  execute format(
    'prepare realtime_present as select exists (select 1 from %s where %s)',
    p_table::regclass,
    coalesce((select string_agg(format('%I = %L', key, value), ' and ') from jsonb_each_text(p_keys)), 'false')
  );
  for i in 1 .. cardinality(v_callers) loop
    begin
      perform set_config('request.jwt.claims', v_callers[i] ->> 'claims', true),
        set_config('request.jwt.claim.sub', coalesce(v_callers[i] -> 'claims' ->> 'sub', ''), true),
        set_config('request.jwt.claim.role', v_callers[i] ->> 'role', true),
        set_config('role', v_callers[i] ->> 'role', true);
      if pg_catalog.row_security_active(p_table) then
        v_can := v_is_known;
        if v_can then
          execute 'execute realtime_state' into v_can;
        end if;
      else
        v_can := true;
      end if;
      if v_can and p_keys is not null then
        execute 'execute realtime_present' into v_can;
      end if;
      v_seen[i] := v_can;
    exception
      when others then
        -- One caller's strange token, or a policy that fails for it, is no reason to keep the change from the others.
        raise log 'a change of % was not judged for a caller: % %', p_table::regclass, sqlstate, sqlerrm;
    end;
    perform set_config('role', 'none', true);
  end loop;
  return v_seen;
end;
$$;
revoke all on all functions in schema local_realtime from public;
