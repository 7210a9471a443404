import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { freePort } from '../../supabase/local/http/free-port.ts';
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

/** An address of this machine that others could reach. @throws Error on a machine without a network */
export function networkAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (!found) throw new Error('This machine has no address on a network');
  return found.address;
}

/** Builds the app when it is older than its sources, and starts it with the demo music at this host of the machine. */
export async function openServer(host: string): Promise<Server> {
  await ensureBuilt(root, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-engines-'));
  const distDir = join(folder, 'dist');
  cpSync(join(root, 'dist'), distDir, { recursive: true });
  hookErrors(distDir);
  const port = await freePort();
  let running: { stack: Stack; sql: postgres.Sql } | null = null;

  const start = async () => {
    const stack = await startStack({
      dataDir: join(folder, 'data'),
      port,
      host,
      ...(host === 'localhost' ? {} : { publicUrl: `http://${host}:${port}` }),
      passcode: 'underground',
      empty: false,
      distDir,
    });
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
    address: `http://${host}:${port}`,
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
