import type postgres from 'postgres';

const roles = ['anon', 'authenticated', 'service_role'];

/** Lists what clients and the service role may use. Equal exposure gives equal text, whatever the release of the database. */
export async function describeExposed(sql: postgres.Sql): Promise<string> {
  return await sql.begin(async (tx) => {
    // With an empty search path, Postgres prints policy expressions with schemas.
    await tx`set local search_path = ''`;
    const parts = [
      await describeTables(tx),
      await describeProcedures(tx),
      await describePrivate(tx),
      await describeBuckets(tx),
      await describePublication(tx),
    ];
    return `${parts.flat().join('\n')}\n`;
  });
}

type Sql = postgres.TransactionSql;

async function describeTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string; kind: string; rls: boolean; grants: string[]; policies: string[] }[]>`
    select c.oid::regclass::text as name,
      case c.relkind when 'v' then 'view' else 'table' end as kind,
      c.relrowsecurity as rls,
      array(
        select format('  %s may %s%s', r.name, o.name,
          case when has_table_privilege(r.name, c.oid, o.name) then ''
            else ' (' || string_agg(a.attname, ', ' order by a.attname) || ')' end)
        from unnest(${roles}::text[]) with ordinality r(name, position)
        cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) with ordinality o(name, position)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where has_table_privilege(r.name, c.oid, o.name)
          or (o.name not in ('delete', 'truncate') and has_column_privilege(r.name, c.oid, a.attnum, o.name))
        group by r.name, r.position, o.name, o.position
        order by r.position, o.position
      ) as grants,
      array(
        select format('  policy %s: %s%s to %s%s%s', p.policyname, lower(p.cmd),
          case p.permissive when 'PERMISSIVE' then '' else ' (restrictive)' end,
          array_to_string(p.roles, ', '),
          coalesce(E'\n    using ' || regexp_replace(p.qual, '[[:space:]]+', ' ', 'g'), ''),
          coalesce(E'\n    check ' || regexp_replace(p.with_check, '[[:space:]]+', ' ', 'g'), ''))
        from pg_catalog.pg_policies p
        where p.schemaname = n.nspname and p.tablename = c.relname
        order by p.policyname
      ) as policies
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (n.nspname = 'public' or (n.nspname = 'storage' and c.relname in ('objects', 'buckets'))
        or (n.nspname = 'realtime' and c.relname = 'messages'))
    order by 1`;
  return tables.flatMap((table) => [
    `${table.kind} ${table.name}${table.kind === 'table' ? ` (row security ${table.rls ? 'on' : 'OFF'})` : ''}`,
    // The platform's grants on its own tables are not ours, but the policies there are.
    ...(/^(storage|realtime)\./.test(table.name) ? [] : table.grants),
    ...table.policies,
    '',
  ]);
}

async function describeProcedures(sql: Sql): Promise<string[]> {
  const procedures = await sql<{ line: string }[]>`
    select format('procedure %s(%s) returns %s, %s, %s: %s', p.proname,
      pg_catalog.pg_get_function_arguments(p.oid),
      pg_catalog.pg_get_function_result(p.oid),
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
      case when p.prosecdef then 'security definer' else 'security invoker' end,
      coalesce((
        select string_agg(r.name, ', ' order by r.position)
        from unnest(${roles}::text[]) with ordinality r(name, position)
        where has_function_privilege(r.name, p.oid, 'execute')
      ), 'nobody')) as line
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public'
    order by 1`;
  return [...procedures.map(({ line }) => line), ''];
}

/** Private functions and tables that the roles may use. Row policies and column defaults call the functions. */
async function describePrivate(sql: Sql): Promise<string[]> {
  const functions = await sql<{ line: string }[]>`
    select format('private function %s: %s', p.oid::regprocedure::text, string_agg(r.name, ', ' order by r.position)) as line
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    cross join unnest(${roles}::text[]) with ordinality r(name, position)
    where n.nspname = 'private' and has_function_privilege(r.name, p.oid, 'execute')
    group by p.oid
    order by 1`;
  const tables = await sql<{ line: string }[]>`
    select format('private table %s: %s may %s', c.oid::regclass::text, r.name, o.name) as line
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join unnest(${roles}::text[]) r(name)
    cross join unnest(array['select', 'insert', 'update', 'delete']) o(name)
    where n.nspname = 'private' and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege(r.name, c.oid, o.name)
    order by 1`;
  return [...functions.map(({ line }) => line), ...tables.map(({ line }) => line), ''];
}

async function describeBuckets(sql: Sql): Promise<string[]> {
  const buckets = await sql<{ line: string }[]>`
    select format('bucket %s: %s, at most %s bytes, %s', b.id, case when b.public then 'public' else 'private' end,
      b.file_size_limit, array_to_string(b.allowed_mime_types, ', ')) as line
    from storage.buckets b
    order by 1`;
  return [...buckets.map(({ line }) => line), ''];
}

async function describePublication(sql: Sql): Promise<string[]> {
  const tables = await sql<{ line: string }[]>`
    select format('realtime publishes %s.%s', t.schemaname, t.tablename) as line
    from pg_catalog.pg_publication_tables t
    where t.pubname = 'supabase_realtime'
    order by 1`;
  return tables.map(({ line }) => line);
}
