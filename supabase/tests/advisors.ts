import type postgres from 'postgres';

interface Advisor {
  readonly rule: string;
  readonly sql: string;
}

// The platform's objects are not ours to fix.
const ours = `n.nspname in ('public', 'private')`;
const policies = `(
  select p.*, coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '') as body,
    lower(regexp_replace(coalesce(p.qual, ''), '[[:space:]()]', '', 'g')) as bare_qual,
    lower(regexp_replace(coalesce(p.with_check, ''), '[[:space:]()]', '', 'g')) as bare_check
  from pg_catalog.pg_policies p
  where p.schemaname in ('public', 'private', 'storage', 'realtime')
)`;
const definerOpenTo = (role: string) => `
  select p.oid::regprocedure::text as finding
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${ours} and p.prosecdef and has_function_privilege('${role}', p.oid, 'execute')`;

/**
 * Supabase's database advisors as queries, each of which returns its findings.
 *
 * Omits rules about a running project's use and settings, e.g. unused indexes or bloat. Omits those for extensions
 * that the migrations do not install (pg_graphql, pgmq). Omits 0023 (sensitive columns), which 0013 covers.
 */
export const advisors: readonly Advisor[] = [
  {
    rule: '0001 a foreign key has an index that begins with its columns',
    sql: `
      select format('%s on %s', k.conname, k.conrelid::regclass) as finding
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and k.contype = 'f' and not exists (
        select 1 from pg_catalog.pg_index i
        where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
          and (string_to_array(i.indkey::text, ' ')::smallint[])[1:cardinality(k.conkey)] @> k.conkey
      )`,
  },
  {
    rule: '0002 auth.users is neither in a view nor readable by a client',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and n.nspname = 'public'
        and pg_catalog.pg_get_viewdef(c.oid) ~ '\\mauth\\.users\\M'
        and (has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select'))
      union all
      select 'auth.users' where has_table_privilege('anon', 'auth.users', 'select')
        or has_table_privilege('authenticated', 'auth.users', 'select')`,
  },
  {
    rule: '0003 a policy evaluates auth.uid() and similar functions once per query, not once per row',
    sql: `
      select format('%s on %s.%s', p.policyname, p.schemaname, p.tablename) as finding
      from ${policies} p
      where regexp_replace(p.body, 'select (auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\()', '', 'gi')
        ~* '(auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\()'`,
  },
  {
    rule: '0004 a table has a primary key',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind = 'r' and not exists (
        select 1 from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary
      )`,
  },
  {
    rule: '0006 one permissive policy per table, role and operation',
    sql: `
      select format('%s.%s for %s by %s', p.schemaname, p.tablename, o.name, r.rolname) as finding
      from ${policies} p
      cross join unnest(case p.cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) o(name)
      join pg_catalog.pg_roles r on r.rolname in ('anon', 'authenticated')
        and (p.roles @> array[r.rolname] or p.roles = array['public'::name])
      where p.permissive = 'PERMISSIVE'
      group by p.schemaname, p.tablename, o.name, r.rolname
      having count(*) > 1`,
  },
  {
    rule: '0007 and 0013 row security is on for every table',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  },
  {
    rule: '0008 a table with row security has a policy, also if nobody may use it',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select 1 from pg_catalog.pg_policy p where p.polrelid = c.oid)`,
  },
  {
    rule: '0009 no two indexes are the same',
    sql: `
      select string_agg(i.indexname, ', ' order by i.indexname) as finding
      from pg_catalog.pg_indexes i
      where i.schemaname in ('public', 'private')
      group by i.schemaname, i.tablename, replace(regexp_replace(i.indexdef, 'create unique', 'create', 'i'), i.indexname, '')
      having count(*) > 1`,
  },
  {
    rule: '0010 a view runs with the rights of its reader',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'v'
        and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1']`,
  },
  {
    rule: '0011 a function fixes its search_path',
    sql: `
      select p.oid::regprocedure::text as finding
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${ours} and not exists (select 1 from unnest(p.proconfig) s where s like 'search_path=%')`,
  },
  {
    rule: '0014 no extension is in the exposed schema',
    sql: `
      select e.extname as finding
      from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
      where n.nspname = 'public'`,
  },
  {
    rule: '0015 no policy trusts user_metadata, which its owner writes',
    sql: `
      select format('%s on %s.%s', p.policyname, p.schemaname, p.tablename) as finding
      from ${policies} p where p.body ~* 'user_?meta_?data'`,
  },
  {
    rule: '0016 and 0017 no materialized view or foreign table is exposed',
    sql: `
      select c.oid::regclass::text as finding
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('m', 'f')`,
  },
  {
    rule: '0018 no column has a type that stops an upgrade',
    sql: `
      select format('%s.%s', c.oid::regclass, a.attname) as finding
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and a.atttypid::regtype::text ~ '^reg(collation|config|dictionary|namespace|oper|operator|proc|procedure)$'`,
  },
  {
    rule: '0021 a foreign key to the auth schema references a primary key',
    sql: `
      select format('%s on %s', k.conname, k.conrelid::regclass) as finding
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class f on f.oid = k.confrelid
      join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace and fn.nspname = 'auth'
      join pg_catalog.pg_index i on i.indexrelid = k.conindid
      where k.contype = 'f' and not i.indisprimary`,
  },
  {
    rule: '0024 no policy lets everyone write everything',
    sql: `
      select format('%s on %s.%s', p.policyname, p.schemaname, p.tablename) as finding
      from ${policies} p
      where p.permissive = 'PERMISSIVE' and p.cmd <> 'SELECT' and (
        p.bare_qual in ('true', '1=1') or p.bare_check in ('true', '1=1')
        or (p.cmd = 'INSERT' and p.with_check is null)
        or (p.cmd in ('UPDATE', 'DELETE', 'ALL') and p.qual is null)
      )`,
  },
  {
    rule: '0025 nobody can list a public bucket',
    sql: `
      select p.policyname as finding
      from ${policies} p
      where p.schemaname = 'storage' and p.tablename = 'objects' and p.cmd in ('SELECT', 'ALL')
        and p.permissive = 'PERMISSIVE' and p.body !~ 'auth\\.uid\\(\\)'`,
  },
  {
    rule: '0030 no policy is true without a user',
    sql: `
      select format('%s on %s.%s', p.policyname, p.schemaname, p.tablename) as finding
      from ${policies} p where p.qual ~* 'auth\\.(uid|jwt|role)\\(\\)[^=]{0,20}is null'`,
  },
  {
    rule: 'every index is valid',
    sql: `
      select i.indexrelid::regclass::text as finding
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not i.indisvalid`,
  },
];

export async function findAdvice(sql: postgres.Sql): Promise<string[]> {
  return await sql.begin(async (tx) => {
    await tx`set local search_path = ''`;
    const found: string[] = [];
    for (const { rule, sql: query } of advisors) {
      const rows = await tx.unsafe<{ finding: string }[]>(query);
      found.push(...rows.map(({ finding }) => `${rule}: ${finding}`).sort());
    }
    return found;
  });
}

/** The security definer functions that a role may call (advisors 0028 and 0029). They bypass row-level security. */
export async function openDefiners(sql: postgres.Sql, role: 'anon' | 'authenticated'): Promise<string[]> {
  const rows = await sql.unsafe<{ finding: string }[]>(definerOpenTo(role));
  return rows.map(({ finding }) => finding.replace(/\(.*/, '')).sort();
}
