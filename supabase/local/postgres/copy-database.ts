import postgres from 'postgres';
import { StartError } from '../start-error.ts';
import { copySequences, copyTable, tablesOf, type CopiedTable } from './copy-rows.ts';
import { readMigrations } from './migrations.ts';
import { preparePlatform } from './prepare-database.ts';

const schemas = ['public', 'private', 'auth', 'storage', 'supabase_migrations', 'partitions'];
/** Not copied: the runs of the former server. The copy begins a history of its own (SY-8). */
const LEFT_OUT = 'private.server_runs';

/**
 * Copies a whole database of Undercurrent, of whatever release, into an empty server of another major version: makes the schema by the migrations
 * that the history has recorded, copies all rows, compares them, and begins a new epoch.
 *
 * @throws StartError; the source is never changed
 */
export async function copyDatabase(fromUrl: string, to: postgres.Sql, log: (line: string) => void): Promise<void> {
  const from = postgres(fromUrl, { max: 1, onnotice: () => undefined });
  try {
    await copyAll(from, fromUrl, to, log);
  } finally {
    await from.end({ timeout: 5 });
  }
}

async function copyAll(
  from: postgres.Sql,
  fromUrl: string,
  to: postgres.Sql,
  log: (line: string) => void,
): Promise<void> {
  await to.begin((tx) => preparePlatform(tx));
  await repeatMigrations(from, to);
  await makeMonths(from, to);
  const [here, there] = [await tablesOf(from, schemas), new Set((await tablesOf(to, schemas)).map(({ name }) => name))];
  const copied = here.filter(({ name }) => there.has(name) && name !== LEFT_OUT);
  const others = here.filter(({ name }) => !there.has(name)).map(({ name }) => name);
  if (others.length > 0)
    log(`Not copied, because no migration made them: ${others.join(', ')}. They stay in the former database`);
  await to.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of copied) {
      // The migrations have inserted rows into some tables; the copied rows replace them.
      await tx.unsafe(`delete from ${table.name}`);
      await copyTable(fromUrl, tx, table);
    }
    await copySequences(from, tx, schemas);
  });
  await to`analyze`;
  for (const table of copied) await requireEqual(from, to, table);
  log(`Copied and compared ${copied.length} tables`);
  await to`select private.begin_new_epoch()`;
}

/**
 * Applies the texts that the former database has recorded of its migrations, because this release may have later migrations. If a text was not
 * recorded, the file of this release with the same version has it: landed migrations never change.
 */
async function repeatMigrations(from: postgres.Sql, to: postgres.Sql): Promise<void> {
  const files = new Map(readMigrations().map(({ version, text }) => [version, text]));
  const migrations = await from<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations order by version`;
  await to.begin(async (tx) => {
    for (const { version, statements } of migrations) {
      const text = statements?.join(';\n') ?? files.get(version);
      if (text === undefined)
        throw new StartError(
          `The database does not have the text of its migration ${version}, and this release has no such file, so the database cannot be copied. ` +
            'Nothing was changed: the release of Undercurrent that used it last still starts with it. Please report this.',
        );
      await tx.unsafe(text).simple();
      await tx.unsafe('reset role; set constraints all immediate').simple();
    }
  });
}

/**
 * Creates the monthly partitions of the former database; without them, all rows would go to the default partitions. Partitions that an
 * operator detached become separate tables again.
 */
async function makeMonths(from: postgres.Sql, to: postgres.Sql): Promise<void> {
  const months = await from<{ name: string; parent: string; isAttached: boolean }[]>`
    select c.relname as name, m.name as parent, c.relispartition as "isAttached"
    from pg_class c join private.monthly_tables m on c.relname ~ ('^' || m.name || '_\\d{4}_\\d\\d$')
    where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r'`;
  for (const { name, parent, isAttached } of months) {
    const month = `${name.slice(-7).replace('_', '-')}-01`;
    await to`select private.make_month(${parent}, ${month}::date)`;
    if (!isAttached) await to`alter table public.${to(parent)} detach partition partitions.${to(name)}`;
  }
}

async function requireEqual(from: postgres.Sql, to: postgres.Sql, { name, columns }: CopiedTable): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const [here, there] = await Promise.all(
    [from, to].map((sql) =>
      sql.unsafe<{ rows: string; hash: string }[]>(
        `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from (select ${list} from ${name}) t`,
      ),
    ),
  );
  if (here?.[0]?.rows === there?.[0]?.rows && here?.[0]?.hash === there?.[0]?.hash) return;
  throw new StartError(`The copy of ${name} differs from the original. Nothing was changed: please report this.`);
}
