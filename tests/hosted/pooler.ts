import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../supabase/local/http/free-port.ts';

export const PGBOUNCER = '/usr/sbin/pgbouncer';

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts pgbouncer with transaction pooling, as on a hosted project: a transaction may run with the session state that another transaction left.
 */
export async function startPooler(serverUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent-pooler-'));
  const port = await freePort();
  const userlist = join(folder, 'userlist.txt');
  await writeFile(userlist, '"authenticator" "authenticator"\n');
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${new URL(serverUrl).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userlist}
pool_mode = transaction
default_pool_size = 15
max_client_conn = 500
server_idle_timeout = 5
`,
  );
  // As root, pgbouncer switches to another user before it reads its files.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(PGBOUNCER, [...user, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  const pooler: Pooler = {
    url: `postgres://authenticator:authenticator@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
  const started = new Promise<true>((done) => {
    child.stderr.on('data', () => output.includes('process up') && done(true));
  });
  if (!(await Promise.race([started, exited.then(() => false)]))) throw new Error(`pgbouncer did not start: ${output}`);
  return pooler;
}
