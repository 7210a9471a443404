import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import type { Relation } from './change-stream.ts';

export interface TableFacts {
  /** Columns of the primary key. */
  readonly keys: readonly string[];
  /** Type of each column. */
  readonly types: ReadonlyMap<string, string>;
  /** Columns that each role may select. */
  readonly readable: Readonly<Record<Caller['role'], ReadonlySet<string>>>;
}

/** Creates a function that reads a table's facts, and reads them again only when its columns change: later grants go unnoticed. */
export function createTableReader(sql: postgres.Sql): (relation: Relation) => Promise<TableFacts> {
  const cache = new Map<number, { readonly shape: string; readonly facts: Promise<TableFacts> }>();
  return (relation) => {
    const shape = relation.columns.map(({ name, typeOid }) => `${name}:${typeOid}`).join();
    const cached = cache.get(relation.oid);
    if (cached?.shape === shape) return cached.facts;
    const fresh = loadFacts(sql, relation.oid);
    cache.set(relation.oid, { shape, facts: fresh });
    fresh.catch(() => cache.delete(relation.oid));
    return fresh;
  };
}

async function loadFacts(sql: postgres.Sql, oid: number): Promise<TableFacts> {
  const rows = await sql<
    { name: string; type: string; key: boolean; anon: boolean; authenticated: boolean; service_role: boolean }[]
  >`
    select a.attname as name, t.typname as type,
           coalesce(a.attnum = any(i.indkey), false) as key,
           has_column_privilege('anon', a.attrelid, a.attnum, 'select') as anon,
           has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') as authenticated,
           has_column_privilege('service_role', a.attrelid, a.attnum, 'select') as service_role
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped`;
  const readableBy = (role: Caller['role']) => new Set(rows.filter((row) => row[role]).map((row) => row.name));
  return {
    keys: rows.filter((row) => row.key).map((row) => row.name),
    types: new Map(rows.map((row) => [row.name, row.type])),
    readable: {
      anon: readableBy('anon'),
      authenticated: readableBy('authenticated'),
      service_role: readableBy('service_role'),
    },
  };
}
