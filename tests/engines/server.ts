import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { type Stack, startStack } from '../../supabase/local/stack.ts';
import { hookErrors } from './error-hook.ts';

/** The whole stack over a throwaway folder, to be stopped and started again on the same address. */
export interface Server {
  readonly address: string;
  /** A throwaway folder for whoever needs one. */
  readonly folder: string;
  /** Of the database as it runs now, the superuser. */
  sql(): postgres.Sql;
  /** The stack as it runs now, for what tests do behind the pages. */
  behind(): Stack & { sql: postgres.Sql };
  /** Link of the newest mail to an address, or null. */
  mailLink(email: string): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes what it left. */
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the app when it is older than its sources, and starts it with the demo music. */
export async function openServer(): Promise<Server> {
  await ensureBuilt(root, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-engines-'));
  const distDir = join(folder, 'dist');
  cpSync(join(root, 'dist'), distDir, { recursive: true });
  hookErrors(distDir);
  let port = 0;
  let running: { stack: Stack; sql: postgres.Sql } | null = null;

  const start = async () => {
    const stack = await startStack({
      dataDir: join(folder, 'data'),
      port,
      passcode: 'underground',
      empty: false,
      distDir,
    });
    port = stack.port;
    running = { stack, sql: postgres(stack.keys.databaseUrl, { max: 2, onnotice: () => undefined }) };
  };
  const stop = async () => {
    if (!running) return;
    const { stack, sql } = running;
    running = null;
    await sql.end();
    await stack.stop();
  };
  const up = () => {
    if (!running) throw new Error('The server is stopped');
    return running;
  };
  await start();
  return {
    address: `http://localhost:${port}`,
    folder,
    sql: () => up().sql,
    behind: () => ({ ...up().stack, sql: up().sql }),
    mailLink: (email) => up().stack.mailbox.latestTo(email)?.link ?? null,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
