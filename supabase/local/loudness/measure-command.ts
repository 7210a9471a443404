import { join } from 'node:path';
import postgres from 'postgres';
import { runningDatabaseUrl } from '../running-database.ts';
import { readDataDir } from '../settings.ts';
import { StartError, reasonOf } from '../start-error.ts';
import type { AudioFile } from './measure-jobs.ts';
import { measureTracks, openMeasureThread } from './measure-tracks.ts';

const help = `npm run measure-loudness -- [--again]
  Measures the loudness of the tracks that the server has not measured yet, one at a time, newest first. It may be stopped at any time: the next run
  continues there. A file that cannot be measured is named and left out.
  --again  tries the left out files again
Environment, for this machine's server while it runs: UNDERCURRENT_DATA (.undercurrent), DATABASE_URL if it uses one.
Environment, for a Supabase project: PROJECT_DATABASE_URL, PROJECT_URL, PROJECT_SECRET_KEY.`;

/** Number of measured tracks between two lines about the progress. */
const PROGRESS_STEP = 25;

/** Measures all tracks that the server has not measured yet. Resolves with the exit code: 1 if a track was left out or the run failed. */
export async function runMeasureCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (args.some((arg) => arg !== '--again')) {
    console.log(help);
    return args.includes('--help') ? 0 : 2;
  }
  const thread = openMeasureThread();
  try {
    const project = readProject(env);
    const sql = postgres(project?.databaseUrl ?? runningDatabaseUrl(env), {
      max: 1,
      // A pooler in transaction mode does not support prepared statements.
      prepare: false,
      connect_timeout: 10,
      onnotice: () => undefined,
    });
    try {
      if (args.includes('--again'))
        await sql`update private.unmeasured_tracks set problem = null where problem is not null`;
      const { measured, failed } = await measureTracks({
        sql,
        thread,
        locate: project ? async (path) => project.file(path) : localFiles(sql, readDataDir(env)),
        isStopped: () => false,
        onFailure: (line) => console.log(line),
        onProgress: (count) => count % PROGRESS_STEP === 0 && console.log(`Measured ${tracks(count)}.`),
      });
      const [left] = await sql<{ count: number }[]>`
        select count(*)::integer as count
        from private.unmeasured_tracks u join public.tracks t on t.id = u.track_id
        where u.problem is not null and t.deleted_at is null`;
      console.log(outcomeOf(measured, left?.count ?? 0));
      return failed === 0 ? 0 : 1;
    } finally {
      await sql.end({ timeout: 5 });
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : explain(error));
    return 1;
  } finally {
    await thread.close();
  }
}

const tracks = (count: number) => (count === 1 ? '1 track' : `${count} tracks`);

/** @param left tracks that this run or an earlier one could not measure */
function outcomeOf(measured: number, left: number): string {
  const rest =
    left === 1
      ? '1 track could not be measured, and plays as before.'
      : `${left} tracks could not be measured, and play as before.`;
  if (left === 0) return measured === 0 ? 'All tracks are measured.' : `Measured ${tracks(measured)}.`;
  return `${measured === 0 ? 'Nothing new to measure.' : `Measured ${tracks(measured)}.`} ${rest}`;
}

function readProject(env: NodeJS.ProcessEnv) {
  const databaseUrl = env['PROJECT_DATABASE_URL'];
  if (!databaseUrl) return null;
  const url = env['PROJECT_URL']?.replace(/\/$/, '');
  const secretKey = env['PROJECT_SECRET_KEY'];
  if (!url || !secretKey) throw new StartError(`Set PROJECT_URL and PROJECT_SECRET_KEY too.\n\n${help}`);
  const address = (path: string) =>
    `${url}/storage/v1/object/tracks/${path.split('/').map(encodeURIComponent).join('/')}`;
  return { databaseUrl, file: (path: string): AudioFile => ({ url: address(path), secretKey }) };
}

/** Finds the files in the data folder, as the running server does. */
function localFiles(sql: postgres.Sql, dataDir: string) {
  return async (name: string): Promise<AudioFile | null> => {
    const [row] = await sql<{ version: string }[]>`
      select version from storage.objects where bucket_id = 'tracks' and name = ${name}`;
    return row ? { path: join(dataDir, 'storage/objects', row.version.slice(0, 2), row.version) } : null;
  };
}

function explain(error: unknown): string {
  const code: unknown = Object(error).code;
  if (code === 'ECONNREFUSED' || code === 'CONNECT_TIMEOUT' || code === 'CONNECTION_CLOSED')
    return 'The database does not answer. Start the server with npm start, then run this again: it continues where it stopped.';
  if (code === '42883' || code === '42P01' || code === '3F000')
    return 'The database is of an earlier version. Start this version with npm start once, or run npm run migrate for a project, then run this again.';
  return `It stopped: ${reasonOf(error)}. Run it again: it continues where it stopped.`;
}
