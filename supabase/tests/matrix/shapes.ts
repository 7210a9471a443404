import type postgres from 'postgres';

export interface Shape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly key: readonly string[];
}

export async function readShapes(sql: postgres.Sql): Promise<Map<string, Shape>> {
  const found = await sql<Shape[]>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod))
        order by a.attnum) as columns,
      array(
        select k.attname::text from pg_catalog.pg_index i
        join pg_catalog.pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ) as key
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    group by c.oid order by 1`;
  return new Map(found.map((shape) => [shape.name, shape]));
}
