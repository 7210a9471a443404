import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import postgres from 'postgres';
import { StartError, reasonOf } from '../start-error.ts';
import { describeSqlError } from './sql-error.ts';
import { adoptEarlierMigrations, type Migration } from './adopt-earlier.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Key of the lock that serializes starting stacks. Any fixed number works. */
const LOCK = 7_283_114;

/**
 * Prepares the platform, applies each missing migration in a transaction of its own, and notes the run of PostgreSQL
 * (SY-8). Idempotent.
 *
 * @param url connects with a role that may create roles and publications
 * @throws StartError that names the file and line of a statement that failed
 */
export async function prepareDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await preparePlatform(sql);
    await applyMigrations(sql);
    await sql`select private.note_run()`;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be used: ${reasonOf(error)}. Check DATABASE_URL, or leave it out.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Notes the current run of PostgreSQL, with which pulls are marked (SY-8). */
export async function noteRun(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`select private.note_run()`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates the parts of a hosted project that the migrations expect (`platform.sql`). Idempotent. */
export async function preparePlatform(sql: postgres.Sql): Promise<void> {
  const platform = [
    ['roles.sql', readFileSync(join(here, 'roles.sql'), 'utf8')],
    ['the auth helpers of @supabase/lite', SUPABASE_AUTH_HELPERS_SQL],
    ['the auth schema of @supabase/lite', getAuthSchemaSql()],
    ['the storage schema of @supabase/lite', getStorageSchemaSql()],
    ['platform.sql', readFileSync(join(here, 'platform.sql'), 'utf8')],
  ] as const;
  await sql.begin(async (tx) => {
    for (const [name, text] of platform) await runFile(tx, name, text);
  });
}

/** Applies each missing migration in a transaction of its own. @returns the files that were missing */
export async function applyMigrations(sql: postgres.Sql, migrations = readMigrations()): Promise<string[]> {
  const missing: string[] = [];
  await adoptEarlierMigrations(sql, migrations);
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  const applied = new Map(rows.map((row) => [row.version, row.statements]));
  for (const { file, version, name, text } of migrations) {
    if (applied.has(version)) {
      requireUnchanged(file, text, applied.get(version));
      continue;
    }
    await sql.begin(async (tx) => {
      await runFile(tx, file, text);
      // A migration may have set a search path or a role; the record must not depend on it.
      await tx`reset role`;
      await tx`insert into supabase_migrations.schema_migrations (version, statements, name)
               values (${version}, ${[text]}, ${name})`;
    });
    missing.push(file);
  }
  return missing;
}

export function readMigrations(): Migration[] {
  const files = readdirSync(migrationsDir)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new StartError(`The migration ${file} is not named <timestamp>_<verb>_<object>.sql.`);
    }
    return { file, version, name, text: readFileSync(join(migrationsDir, file), 'utf8') };
  });
}

/**
 * Refuses a migration whose file changed after it was applied.
 *
 * @param recorded the whole file; or its statements, as Supabase's CLI records them, which cannot be compared
 */
function requireUnchanged(file: string, text: string, recorded: readonly string[] | null | undefined): void {
  const [whole, ...more] = recorded ?? [];
  // A statement that the CLI has recorded does not end with a semicolon.
  if (whole === undefined || more.length > 0 || whole === text || !/;\s*$/.test(whole)) return;
  throw new StartError(
    `The database was made by another version of the migration ${file}. ` +
      'Start the version that made it; or give another database, in DATABASE_URL or UNDERCURRENT_DATA. Nothing was changed.',
  );
}

async function runFile(tx: postgres.TransactionSql, name: string, text: string): Promise<void> {
  try {
    await tx.savepoint((inner) => inner.unsafe(text).simple());
  } catch (error) {
    throw new StartError(await describeSqlError(tx, basename(name), text, error));
  }
}
