import type postgres from 'postgres';
import type { Surface } from './fuzz.ts';

/** Reads the endpoints from the database's catalogue, so that new ones are tested too. */
export async function readSurface(sql: postgres.Sql): Promise<Omit<Surface, 'ids'>> {
  const procedures = await sql<{ name: string; arguments: string[] | null }[]>`
    select p.proname as name, p.proargnames[1:p.pronargs] as arguments
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      -- delete_my_profile takes no arguments, and would delete the user of this run.
      and p.proname <> 'delete_my_profile'
    order by 1`;
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    group by c.relname
    order by 1`;
  const kinds = await sql<{ kind: string }[]>`select k.kind from private.action_kinds k order by 1`;
  const keys = await sql<{ key: string }[]>`
    select distinct m[1] as key
    from pg_catalog.pg_proc p
    cross join regexp_matches(p.prosrc, 'p_payload(?: ->>? |, |\\?.*)''([a-z_]+)''', 'g') m
    where p.pronamespace = 'private'::regnamespace
    order by 1`;
  return {
    procedures: procedures.map((procedure) => ({ name: procedure.name, arguments: procedure.arguments ?? [] })),
    tables,
    kinds: kinds.map(({ kind }) => kind),
    payloadKeys: keys.map(({ key }) => key),
  };
}
