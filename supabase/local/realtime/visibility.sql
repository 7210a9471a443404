-- This stack's Realtime calls these functions. This file runs at each start, so every statement must be idempotent.

create schema if not exists local_realtime;
revoke all on schema local_realtime from public;

-- Returns an expression over the row's columns: true when the policies let the current role select the row.
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

drop function if exists local_realtime.visible_to(oid, jsonb, jsonb, jsonb);

-- Returns a verdict for each change, { state, row }, and each caller, { role, claims }, change by change. The policies
-- must allow the changed state, which may be outdated. Unless p_keys is empty, they must also allow the current row
-- with these keys. Columns missing from the state are unknown: if a policy reads one, only callers without row
-- security see the change.
create or replace function local_realtime.visible_to(p_table oid, p_keys text[], p_changes jsonb, p_callers jsonb)
returns boolean[]
language plpgsql set search_path = ''
as $$
declare
  v_name text := (select relname from pg_catalog.pg_class where oid = p_table);
  v_asked text[] := array(
    select distinct a.attname::text
    from pg_catalog.pg_policy p
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::regclass and d.objid = p.oid
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where p.polrelid = p_table and p.polcmd in ('r', '*')
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = p_table and d.refobjsubid > 0
  );
  v_changes jsonb[] := array(select value from jsonb_array_elements(p_changes));
  v_callers jsonb[] := array(select value from jsonb_array_elements(p_callers));
  v_seen boolean[] := array_fill(false, array[cardinality(v_changes) * cardinality(v_callers)]);
  v_old text;
  v_is_judged boolean;
  v_can boolean;
begin
  for v_old in
    select s.name from pg_catalog.pg_prepared_statements s where s.name in ('realtime_state', 'realtime_present')
  loop
    execute format('deallocate %I', v_old);
  end loop;
  -- Prepared as the owner, who may look up each name in the policies. The statements run below as each caller, without being parsed again.
  execute format(
    'prepare realtime_state (jsonb) as select %s from pg_catalog.jsonb_populate_record(null::%s, $1) as %I',
    local_realtime.select_policy(p_table), p_table::regclass, v_name
  );
  execute format(
    'prepare realtime_present (jsonb) as select exists (select 1 from %s where %s)',
    p_table::regclass,
    coalesce(
      (
        select string_agg(format('%I = ($1 ->> %L)::%s', a.attname, a.attname, format_type(a.atttypid, a.atttypmod)), ' and ')
        from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attname = any (p_keys) and not a.attisdropped
      ),
      'false'
    )
  );
  for i in 1 .. cardinality(v_callers) loop
    begin
      perform set_config('request.jwt.claims', v_callers[i] ->> 'claims', true),
        set_config('request.jwt.claim.sub', coalesce(v_callers[i] -> 'claims' ->> 'sub', ''), true),
        set_config('request.jwt.claim.role', v_callers[i] ->> 'role', true),
        set_config('role', v_callers[i] ->> 'role', true);
      v_is_judged := pg_catalog.row_security_active(p_table);
      for j in 1 .. cardinality(v_changes) loop
        begin
          v_can := not v_is_judged or v_changes[j] -> 'state' ?& v_asked;
          if v_can and v_is_judged then
            execute format('execute realtime_state(%L)', v_changes[j] -> 'state') into v_can;
          end if;
          if v_can and cardinality(p_keys) > 0 then
            execute format('execute realtime_present(%L)', v_changes[j] -> 'row') into v_can;
          end if;
          v_seen[(j - 1) * cardinality(v_callers) + i] := v_can;
        exception
          when others then
            -- A policy that fails for one caller must not withhold the change from the others.
            raise log 'a change of % was not judged for a caller: % %', p_table::regclass, sqlstate, sqlerrm;
        end;
      end loop;
    exception
      when others then
        -- One caller's malformed token must not withhold the changes from the others.
        raise log 'changes of % were not judged for a caller: % %', p_table::regclass, sqlstate, sqlerrm;
    end;
    perform set_config('role', 'none', true);
  end loop;
  return v_seen;
end;
$$;

-- Returns whether the caller, { role, claims }, may select a message of this topic. The policies are checked on a message that
-- is not inserted, and whose other columns have their defaults, as on hosted Supabase.
create or replace function local_realtime.may_hear(p_topic text, p_caller jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_message constant jsonb := jsonb_build_object(
    'id', gen_random_uuid(), 'topic', p_topic, 'extension', 'broadcast', 'event', null, 'payload', null,
    'private', false, 'inserted_at', localtimestamp, 'updated_at', localtimestamp
  );
begin
  perform set_config('realtime.topic', p_topic, true);
  return has_table_privilege(p_caller ->> 'role', 'realtime.messages', 'select')
    and (
      local_realtime.visible_to(
        'realtime.messages'::regclass, '{}', jsonb_build_array(jsonb_build_object('state', v_message)),
        jsonb_build_array(p_caller)
      )
    )[1];
end;
$$;
revoke all on all functions in schema local_realtime from public;
