import type postgres from 'postgres';

export interface Difference {
  readonly table: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly row: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
}

/** A copy of all tables, so that every cell of the matrix starts from the same state. */
export interface Backup {
  /** Compares tables ('public.tracks') with the copy, except for the sync stamps rev and row_xid. */
  differences(tables: readonly string[]): Promise<Difference[]>;
  restore(tables: readonly string[]): Promise<void>;
}

const stamps = new Set(['rev', 'row_xid']);

interface Layout {
  readonly table: string;
  readonly columns: string[];
  readonly key: string[];
}

export async function makeBackup(sql: postgres.Sql): Promise<Backup> {
  const layouts = await sql<Layout[]>`
    select format('%I.%I', n.nspname, c.relname) as table,
      array(
        select quote_ident(a.attname) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(
        select a.attname::text from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ) as key
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'p')`;
  const layoutByTable = new Map(layouts.map((layout) => [layout.table, layout]));
  const layoutOf = (table: string): Layout => {
    const layout = layoutByTable.get(table);
    if (!layout) throw new Error(`there is no backup of ${table}`);
    return layout;
  };
  const copyOf = (table: string) => `backup."${table}"`;
  await sql.unsafe('create schema backup');
  for (const { table } of layouts) await sql.unsafe(`create table ${copyOf(table)} as table ${table}`);

  return {
    async differences(changed) {
      const found: Difference[] = [];
      for (const table of changed) {
        const { key } = layoutOf(table);
        const read = async (from: string, without: string) =>
          new Map(
            (
              await sql.unsafe<{ row: Record<string, unknown> }[]>(
                `select to_jsonb(x) as row from ${from} x except select to_jsonb(x) from ${without} x`,
              )
            ).map(({ row }) => [keyOf(row, key), row]),
          );
        const now = await read(table, copyOf(table));
        const before = await read(copyOf(table), table);
        for (const [id, row] of now) {
          const old = before.get(id);
          const columns = Object.keys(row).filter((name) => !stamps.has(name) && !isEqual(row[name], old?.[name]));
          if (!old) found.push({ table, kind: 'insert', row, columns: [] });
          else if (columns.length > 0) found.push({ table, kind: 'update', row, columns });
        }
        for (const [id, row] of before) if (!now.has(id)) found.push({ table, kind: 'delete', row, columns: [] });
      }
      return found;
    },
    async restore(changed) {
      await sql.begin(async (tx) => {
        // Skips triggers and foreign keys, because the restored rows satisfy them.
        await tx`set local session_replication_role = replica`;
        for (const table of changed) {
          const columns = layoutOf(table).columns.join(', ');
          await tx.unsafe(`delete from ${table}`);
          await tx.unsafe(
            `insert into ${table} (${columns}) overriding system value select ${columns} from ${copyOf(table)}`,
          );
        }
      });
    },
  };
}

export function keyOf(row: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  return key.map((column) => String(row[column])).join(' ');
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
