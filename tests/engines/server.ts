import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { freePort } from '../../supabase/local/http/free-port.ts';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { type Stack, type StackOptions, startStack } from '../../supabase/local/stack.ts';
import { hookPage } from './error-hook.ts';

export interface Server {
  readonly address: string;
  readonly folder: string;
  sql(): postgres.Sql;
  stack(): Stack & { sql: postgres.Sql };
  mailLink(email: string): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @throws Error on a machine without a network */
export function networkAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (!found) throw new Error('This machine has no address on a network');
  return found.address;
}

export async function openServer(host: string, options: Partial<StackOptions> = {}): Promise<Server> {
  await ensureBuilt(root, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-engines-'));
  const distDir = join(folder, 'dist');
  cpSync(join(root, 'dist'), distDir, { recursive: true });
  hookPage(distDir);
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
      ...options,
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
  const requireRunning = () => {
    if (!running) throw new Error('The server is stopped');
    return running;
  };
  await start();
  return {
    address: `http://${host}:${port}`,
    folder,
    sql: () => requireRunning().sql,
    stack: () => ({ ...requireRunning().stack, sql: requireRunning().sql }),
    mailLink: (email) => requireRunning().stack.mailbox.latestTo(email)?.link ?? null,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
