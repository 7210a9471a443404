import type postgres from 'postgres';
import { copySequences, copyTable, tablesOf, type CopiedTable } from '../postgres/copy-rows.ts';

/** Tables that are not copied: they are about this server and its station, or about files (`moveFiles` records the facts of files anew). */
const notMoved = [
  'private.server_runs',
  'private.radio_station',
  'private.radio_stop',
  'private.disk_space',
  'private.digest_lag',
  'private.error_counts',
  'private.file_checks',
  'private.file_facts',
  'private.file_removals',
  'private.orphan_sweep',
  'private.releases',
];
/** Columns of `auth.users` for mails that were sent. They are emptied: hosted Auth reads them as texts, which must not be null. */
const tokens = ['confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change'];

/** Copies accounts and rows in one transaction. Triggers do not run, because their effects are among the copied rows. */
export async function moveRows(
  from: postgres.Sql,
  fromUrl: string,
  to: postgres.Sql,
  log: (line: string) => void,
): Promise<void> {
  const [here, there] = [await movedTables(from), new Map((await movedTables(to)).map((table) => [table.name, table]))];
  await to.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name, columns } of here) {
      const target = there.get(name);
      if (!target) continue;
      const common = columns.filter((column) => target.columns.includes(column));
      // The project's migrations have filled some tables: empty them.
      if (!name.startsWith('auth.')) await tx.unsafe(`delete from ${name}`);
      await copyTable(fromUrl, tx, { name, columns: common });
      log(`copied ${name}`);
    }
    for (const column of tokens)
      await tx.unsafe(`update auth.users set ${column} = '' where ${column} is distinct from ''`);
    await setInstance(tx, there.get('auth.users'));
    await copySequences(from, tx, ['public', 'private']);
  });
}

/** Hosted Auth finds only accounts that have this `instance_id`. */
async function setInstance(tx: postgres.TransactionSql, users: CopiedTable | undefined): Promise<void> {
  if (users?.columns.includes('instance_id'))
    await tx`update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'`;
}

async function movedTables(sql: postgres.Sql): Promise<CopiedTable[]> {
  const tables = await tablesOf(sql, ['public', 'private', 'auth']);
  return tables.filter(({ name }) =>
    name.startsWith('auth.') ? ['auth.users', 'auth.identities'].includes(name) : !notMoved.includes(name),
  );
}
