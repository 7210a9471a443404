import { join } from 'node:path';
import postgres from 'postgres';
import { explainMissingDatabase, hasDatabase } from '../postgres/former-data.ts';
import { startPostgres, type RunningPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import { moveFiles, type FileMove } from './move-files.ts';
import { moveRows } from './move-rows.ts';

export interface Move extends FileMove {
  /** The installation's database; null starts the one of the data folder. */
  readonly fromUrl: string | null;
  readonly toUrl: string;
}

/**
 * Copies accounts with their passwords, rows and used files into a project with all migrations and nobody in it. The
 * installation must not be running; it is only read. A failed run can be repeated: the rows are copied in one
 * transaction, and files that are there already are not sent again.
 *
 * @throws StartError with what to do
 */
export async function moveToProject(move: Move): Promise<void> {
  const server = move.fromUrl === null ? await startDatabase(move.dataDir) : null;
  const fromUrl = server?.url ?? move.fromUrl ?? '';
  const from = postgres(fromUrl, { max: 2, onnotice: () => undefined });
  const to = postgres(move.toUrl, { max: 2, prepare: false, onnotice: () => undefined });
  try {
    await requireSameMigrations(from, to);
    if (await areRowsMoved(from, to)) move.log('The rows are in the project already.');
    else await moveRows(from, fromUrl, to, move.log);
    await moveFiles(from, to, move);
    // Devices fetch their rows again from the project (SY-8).
    await to`select private.begin_new_epoch()`;
    move.log('Done. People sign in again, with their passwords.');
  } finally {
    await Promise.all([from.end({ timeout: 5 }), to.end({ timeout: 5 })]);
    await server?.stop();
  }
}

/** Starts the database of a data folder, and never makes a new one there. */
async function startDatabase(dataDir: string): Promise<RunningPostgres> {
  if (!hasDatabase(dataDir))
    throw new StartError(
      (await explainMissingDatabase(dataDir)) ??
        `There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder, or DATABASE_URL. Nothing was changed.`,
    );
  return await startPostgres({ dataDir: join(dataDir, 'postgres') });
}

async function requireSameMigrations(from: postgres.Sql, to: postgres.Sql): Promise<void> {
  const versions = async (sql: postgres.Sql) =>
    (await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`)
      .map(({ version }) => version)
      .join();
  if ((await versions(from)) !== (await versions(to)))
    throw new StartError(
      'The installation and the project have different migrations. Start the installation once with this version, run ' +
        'npm run migrate for the project, and repeat this.',
    );
}

async function areRowsMoved(from: postgres.Sql, to: postgres.Sql): Promise<boolean> {
  const ids = async (sql: postgres.Sql) =>
    (await sql<{ id: string }[]>`select id from auth.users order by id`).map(({ id }) => id);
  const [here, there] = [await ids(from), await ids(to)];
  if (there.length === 0) return false;
  if (here.join() === there.join()) return true;
  throw new StartError('The project has other accounts. Move into a new project. Nothing was changed.');
}
