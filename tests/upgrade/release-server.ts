import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { comparedRows } from './release-before.ts';

export interface ReleaseServer {
  readonly sql: postgres.Sql;
  readonly lines: readonly string[];
  readonly url: string;
  readonly serviceRoleKey: string;
  /** Stops the server as Ctrl-C does. */
  stop(): Promise<void>;
}

export interface ReleaseOptions {
  /** The repository of the release. */
  readonly tree: string;
  readonly dataDir: string;
  readonly port: number;
}

const keysSchema = z.object({ databaseUrl: z.string(), serviceRoleKey: z.string() });

/** Runs `npm start` of a release, as an operator does, until it has printed its address. */
export async function startRelease({ tree, dataDir, port }: ReleaseOptions): Promise<ReleaseServer> {
  const env = { ...process.env, UNDERCURRENT_DATA: dataDir, PORT: String(port), RADIO_URL: 'http://radio.invalid' };
  const child = spawn(process.execPath, ['supabase/local/start.mjs'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = once(child, 'close');
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        lines.push(...chunk.toString().split('\n'));
        if (lines.some((line) => line.includes('Ctrl-C stops it'))) done();
      });
    }
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`The server of ${tree} ended: ${lines.join('\n')}`);
    }),
  ]);
  const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')));
  const sql = postgres(keys.databaseUrl, { max: 1, onnotice: () => undefined });
  return {
    sql,
    lines,
    url: `http://localhost:${port}`,
    serviceRoleKey: keys.serviceRoleKey,
    async stop() {
      await sql.end({ timeout: 5 });
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** The rows of each table of the four schemas by column, as counts and hashes, without those that differ by design. */
export async function readRows(sql: postgres.Sql): Promise<Map<string, Map<string, string>>> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage')
    group by 1 order by 1`;
  const rows = new Map<string, Map<string, string>>();
  for (const { name, columns } of tables) {
    const hashes = new Map<string, string>();
    for (const column of columns) {
      const [row] = await sql.unsafe<{ hash: string }[]>(
        `select count(*) || ':' || coalesce(sum(hashtextextended(t."${column}"::text, 0)::numeric), 0) as hash
         from ${name} t where ${comparedRows[name]?.rows ?? 'true'}`,
      );
      hashes.set(column, row?.hash ?? '');
    }
    rows.set(name, hashes);
  }
  return rows;
}

export const hasBackup = (dataDir: string, release: string) =>
  existsSync(join(dataDir, 'backups', `before-${release}`, 'backups'));
