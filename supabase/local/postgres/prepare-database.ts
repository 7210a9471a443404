import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import postgres from 'postgres';
import { StartError, reasonOf } from '../start-error.ts';
import { describeSqlError, isLockRefused } from './sql-error.ts';
import { readVersion } from '../app/read-version.ts';
import { FIRST_ADDED, foldedVersions } from './folded-versions.ts';
import { readMigrations, type Migration } from './migrations.ts';
import { openSession } from './open-session.ts';
import { planUpgrade, readHistory, type DatabaseHost, type History } from './plan-upgrade.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Key of the lock that serializes starts and migrations. Any fixed number works. */
const LOCK = 7_283_114;

export interface PrepareOptions extends Release {
  /** Called first. If it throws, nothing changes. */
  readonly check?: (history: History) => Promise<void>;
  /** Called before a database with data of an earlier release changes. If it throws, nothing changes. */
  readonly beforeUpgrade?: (from: History) => Promise<void>;
}

/**
 * Prepares the platform and brings the database to this release, in one transaction, and notes the run of PostgreSQL (SY-8). Idempotent.
 *
 * @param url connects with a role that may create roles and publications
 * @throws StartError as `applyMigrations` does, and if the database cannot be used
 */
export async function prepareDatabase(
  url: string,
  { check, beforeUpgrade, ...target }: PrepareOptions = {},
): Promise<void> {
  const { migrations = readMigrations(), release = readVersion(), host } = target;
  const sql = openSession(url);
  try {
    await takeUpgradeLock(sql);
    const history = await readHistory(sql);
    await check?.(history);
    const { kind } = planUpgrade(history, migrations, release, host);
    if (kind === 'upgrade') await beforeUpgrade?.(history);
    await sql.begin(async (tx) => {
      await preparePlatform(tx);
      await migrateIn(tx, { migrations, release, host });
    });
    await sql`select private.note_run()`;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Waits until no other start or migration uses the database. The lock ends with the connection. @param sql of `openSession` */
export async function takeUpgradeLock(sql: postgres.Sql): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK})`;
}

/** Records the current run of PostgreSQL. The marks of pulls name it (SY-8). */
export async function recordPostgresRun(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`select private.note_run()`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates the parts of a hosted project that the migrations expect, such as the roles and the schemas of Auth and Storage. Idempotent. */
export async function preparePlatform(tx: postgres.TransactionSql): Promise<void> {
  const platform = [
    ['roles.sql', readFileSync(join(here, 'roles.sql'), 'utf8')],
    ['the auth helpers of @supabase/lite', SUPABASE_AUTH_HELPERS_SQL],
    ['the auth schema of @supabase/lite', getAuthSchemaSql()],
    ['the storage schema of @supabase/lite', getStorageSchemaSql()],
    ['platform.sql', readFileSync(join(here, 'platform.sql'), 'utf8')],
  ] as const;
  for (const [name, text] of platform) await runFile(tx, name, text);
}

export interface Release {
  readonly migrations?: readonly Migration[];
  /** This release, as package.json has it. */
  readonly release?: string;
  readonly host?: DatabaseHost | undefined;
}

/**
 * Brings a database to this release in one transaction: applies the missing migrations and notes the release. If it fails, the release that
 * used the database before still starts with it.
 *
 * @returns the files of the migrations that were missing
 * @throws StartError as `planUpgrade` does; if the file of an applied migration has changed; or if a statement fails: the error then
 * names the statement's file, and its line unless the statement only waited too long for a lock
 */
export async function applyMigrations(sql: postgres.Sql, target: Release = {}): Promise<string[]> {
  return await sql.begin((tx) => migrateIn(tx, target));
}

async function migrateIn(
  tx: postgres.TransactionSql,
  { migrations = readMigrations(), release = readVersion(), host }: Release,
): Promise<string[]> {
  const history = await readHistory(tx);
  const { kind, replacesFolded, missing } = planUpgrade(history, migrations, release, host);
  if (!replacesFolded) await requireUnchanged(tx, migrations);
  if (kind === 'current') return [];
  if (replacesFolded) await replaceFolded(tx, migrations);
  for (const migration of missing) {
    await runFile(tx, migration.file, migration.text);
    // The migration may have set a role that cannot write the record. It may also have left deferred checks, because of which a later migration
    // could not alter the same table.
    await tx.unsafe('reset role; set constraints all immediate').simple();
    await recordMigration(tx, migration);
  }
  if (history.release !== release) await tx`insert into private.releases (release) values (${release})`;
  return missing.map(({ file }) => file);
}

/** Replaces the unfolded migrations in the history by the folded ones, which have the same result. */
async function replaceFolded(tx: postgres.TransactionSql, migrations: readonly Migration[]): Promise<void> {
  await tx`delete from supabase_migrations.schema_migrations where version in ${tx(foldedVersions)}`;
  for (const migration of migrations.filter(({ version }) => version < FIRST_ADDED))
    await recordMigration(tx, migration);
}

async function recordMigration(tx: postgres.TransactionSql, { version, name, text }: Migration): Promise<void> {
  await tx`insert into supabase_migrations.schema_migrations (version, statements, name)
           values (${version}, ${[text]}, ${name})`;
}

/** Refuses a migration whose file changed after it was applied. */
async function requireUnchanged(sql: postgres.ISql, migrations: readonly Migration[]): Promise<void> {
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  const applied = new Map(rows.map((row) => [row.version, row.statements]));
  const changed = migrations.find(({ version, text }) => isChanged(text, applied.get(version)));
  if (changed)
    throw new StartError(
      `The database was made by another version of the migration ${changed.file}. ` +
        'Start the version that made it; or give another database, in DATABASE_URL or UNDERCURRENT_DATA. Nothing was changed.',
    );
}

/** @param recorded our record has the whole file as one text. Supabase's CLI records the statements, which cannot be compared with a file. */
function isChanged(text: string, recorded: readonly string[] | null | undefined): boolean {
  const [whole, ...more] = recorded ?? [];
  // A statement that the CLI has recorded does not end with a semicolon.
  return whole !== undefined && more.length === 0 && whole !== text && /;\s*$/.test(whole);
}

function lockWords(name: string): string {
  return (
    `${basename(name)} waited for tables that others were using, and the upgrade was given up. Nothing was changed: repeat this. If it happens again, repeat it ` +
    'when fewer people use the database, or stop what uses it.'
  );
}

async function runFile(tx: postgres.TransactionSql, name: string, text: string): Promise<void> {
  try {
    await tx.savepoint((inner) => inner.unsafe(text).simple());
  } catch (error) {
    if (isLockRefused(error)) throw new StartError(lockWords(name), { cause: error });
    throw new StartError(
      `${await describeSqlError(tx, basename(name), text, error)} Nothing was changed: the release that used this database last still starts with it.`,
    );
  }
}
