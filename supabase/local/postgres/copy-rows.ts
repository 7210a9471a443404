import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';

export interface CopiedTable {
  readonly name: string;
  /** Columns that can be written, in their order. */
  readonly columns: readonly string[];
}

/** The tables of some schemas. A partitioned table is one table, without its partitions; a detached partition is a table too. */
export async function tablesOf(sql: postgres.Sql, schemas: readonly string[]): Promise<CopiedTable[]> {
  return [
    ...(await sql<CopiedTable[]>`
      select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any (${schemas})
      group by 1 order by 1`),
  ];
}

/**
 * Copies the rows of a table into the table of the same name. Reads each table on a new connection: postgres.js pauses a connection whose
 * rows arrive faster than they are written, and does not resume it if these were the last rows.
 */
export async function copyTable(
  fromUrl: string,
  to: postgres.TransactionSql,
  { name, columns }: CopiedTable,
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const from = postgres(fromUrl, { max: 1, onnotice: () => undefined });
  try {
    const source = await from.unsafe(`copy (select ${list} from ${name}) to stdout`).readable();
    const target = await to.unsafe(`copy ${name} (${list}) from stdin`).writable();
    await pipeline(source, target);
  } finally {
    await from.end({ timeout: 0 });
  }
}

export async function copySequences(
  from: postgres.Sql,
  to: postgres.TransactionSql,
  schemas: readonly string[],
): Promise<void> {
  const sequences = await from<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
    where schemaname = any (${schemas}) and last_value is not null`;
  for (const { name, value } of sequences) await to`select setval(${name}::regclass, ${value}::bigint)`;
}
