import type postgres from 'postgres';
import { StartError } from '../start-error.ts';

export interface Migration {
  readonly file: string;
  readonly version: string;
  readonly name: string;
  readonly text: string;
}

/** Number and last version of the migrations before they were folded into one per subject. */
const EARLIER = { count: 86, last: '20261123100000' };
/** Version of the last folded migration. */
export const LAST_FOLDED = '20261123122600';
/** Besides names, folding changed only these functions, the default privileges, and the objects in `DROPPED`. */
const CHANGED_FUNCTIONS = [
  'private.now',
  'private.sync_table',
  'private.write_changes',
  'private.begin_new_epoch',
  'public.sync_pull',
];
const DROPPED = `
  drop table private.clock;
  revoke all on sequence public.beta_attempts_id_seq from anon, authenticated;`;

/**
 * Applies the few changes that folding made, and records the folded migrations in place of the earlier ones. Rows stay
 * untouched. Does nothing if each recorded migration has a file.
 *
 * @throws StartError when the database has migrations without a file, but not exactly the earlier ones
 */
export async function adoptEarlierMigrations(sql: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const files = new Set(migrations.map((migration) => migration.version));
  const unknown = rows.map((row) => row.version).filter((version) => !files.has(version));
  if (unknown.length === 0) return;
  if (unknown.length !== EARLIER.count || unknown.at(-1) !== EARLIER.last || rows.length !== EARLIER.count) {
    throw new StartError(
      'The database was made by another version of Undercurrent, and this one cannot go on from there. ' +
        'Start the version that made it; or set UNDERCURRENT_DATA to another folder to begin an empty one. Nothing was changed.',
    );
  }
  const folded = migrations.filter((migration) => migration.version <= LAST_FOLDED);
  const text = folded.map((migration) => migration.text).join('\n');
  const privileges = text.match(/^alter default privileges [^;]+;/gm) ?? [];
  const functions = CHANGED_FUNCTIONS.map((name) => {
    const [found] = new RegExp(`^create function ${name.replace('.', '\\.')}\\([^]*?^\\$\\$;`, 'm').exec(text) ?? [];
    if (found === undefined) throw new Error(`No migration makes ${name}`);
    return found.replace('create function', 'create or replace function');
  });
  await sql.begin(async (tx) => {
    await tx.unsafe([...functions, DROPPED, ...privileges].join('\n')).simple();
    await tx`delete from supabase_migrations.schema_migrations`;
    for (const { version, name, text: statements } of folded) {
      await tx`insert into supabase_migrations.schema_migrations (version, statements, name)
               values (${version}, ${[statements]}, ${name})`;
    }
  });
}
