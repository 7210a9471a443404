import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables that are not copied: of this run of the server, of checks and removals of files, and the facts that `moveFiles` records. */
const notMoved = [
  'private.server_runs',
  'private.file_checks',
  'private.file_facts',
  'private.file_removals',
  'private.orphan_sweep',
];
/** Columns of `auth.users` for mails that were sent. They are emptied: hosted Auth reads them as texts, which must not be null. */
const tokens = ['confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change'];

/** Copies accounts and rows in one transaction, without triggers: their effects are among the copied rows. */
export async function moveRows(from: postgres.Sql, to: postgres.Sql, log: (line: string) => void): Promise<void> {
  const [here, there] = [await tablesOf(from), new Map((await tablesOf(to)).map((table) => [table.name, table]))];
  await to.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name, columns } of here) {
      const target = there.get(name);
      if (!target) continue;
      const common = columns.filter((column) => target.columns.includes(column));
      // The migrations have filled some tables of the project.
      if (!name.startsWith('auth.')) await tx.unsafe(`delete from ${name}`);
      await copyTable(from, tx, name, common);
      log(`copied ${name}`);
    }
    for (const column of tokens)
      await tx.unsafe(`update auth.users set ${column} = '' where ${column} is distinct from ''`);
    await setInstance(tx, there.get('auth.users'));
    await copySequences(from, tx);
  });
}

async function copyTable(from: postgres.Sql, to: postgres.TransactionSql, name: string, columns: readonly string[]) {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const source = await from.unsafe(`copy (select ${list} from ${name}) to stdout`).readable();
  const target = await to.unsafe(`copy ${name} (${list}) from stdin`).writable();
  await pipeline(source, target);
}

/** Hosted Auth finds only accounts with this instance. */
async function setInstance(tx: postgres.TransactionSql, users: Table | undefined): Promise<void> {
  if (users?.columns.includes('instance_id'))
    await tx`update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'`;
}

async function copySequences(from: postgres.Sql, to: postgres.TransactionSql): Promise<void> {
  const sequences = await from<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'private') and last_value is not null`;
  for (const { name, value } of sequences) await to`select setval(${name}::regclass, ${value}::bigint)`;
}

/** The tables that are copied, each with the columns that can be written. A partitioned table counts as one. */
async function tablesOf(sql: postgres.Sql): Promise<Table[]> {
  return [
    ...(await sql<Table[]>`
      select t.name, array_agg(a.attname::text order by a.attnum) as columns
      from (
        select c.oid, format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and (n.nspname in ('public', 'private') or (n.nspname, c.relname) in (('auth', 'users'), ('auth', 'identities')))
      ) t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where t.name <> all (${notMoved})
      group by t.name order by t.name`),
  ];
}
