import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import * as z from 'zod';
import { freePort } from '../../supabase/local/http/free-port.ts';
import { readPostmasterPid } from '../../supabase/local/postgres/pid-file.ts';
import { sentRequests, type SentRequests } from './count-requests.ts';
import { hasEnded } from '../support/has-ended.ts';

const keysSchema = z
  .object({ publishableKey: z.string(), serviceRoleKey: z.string(), databaseUrl: z.string() })
  .catchall(z.string());

/** A stack in a child process, which can be killed with or without its database, and started again on its data. */
export class KillableStack {
  #child: ChildProcess | null = null;
  keys: z.infer<typeof keysSchema> = { publishableKey: '', serviceRoleKey: '', databaseUrl: '' };
  /** The output of the processes. */
  readonly output: string[] = [];
  /** Set by `stop`: the requests that the stopped process had sent to itself. */
  ownRequests: SentRequests = { sent: [], answered: [] };

  private constructor(
    readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async open(): Promise<KillableStack> {
    const stack = new KillableStack(await mkdtemp(join(tmpdir(), 'undercurrent-killed-')), await freePort());
    await stack.start();
    return stack;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const program = fileURLToPath(new URL('stack-process.ts', import.meta.url));
    const child = fork(program, [this.dataDir, String(this.port)], { execArgv: ['--import', 'tsx'], silent: true });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.output.push(text));
    child.stderr?.pipe(process.stderr);
    this.#child = child;
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error('the stack did not start');
      }),
    ]);
    this.keys = z.object({ keys: keysSchema }).parse(message).keys;
  }

  async killProcess(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  killDatabase(): void {
    const pid = readPostmasterPid(join(this.dataDir, 'postgres', 'cluster'));
    if (pid === null) throw new Error('PostgreSQL does not run');
    process.kill(pid, 'SIGKILL');
  }

  async withDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.keys.databaseUrl, { max: 2, onnotice: () => undefined });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  /**
   * Waits until the stack answers and the database accepts connections. The health check alone is not enough: right after a kill, it may be
   * answered through a connection that the killed database has not closed yet.
   */
  async waitUntilHealthy(): Promise<void> {
    const until = Date.now() + 60_000;
    for (;;) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.status === 200 && (await this.#acceptsConnections())) return;
      if (Date.now() > until) throw new Error('the stack did not come back within a minute');
      await sleep(100);
    }
  }

  async #acceptsConnections(): Promise<boolean> {
    return await this.withDatabase((sql) => sql`select 1`).then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    if (this.#child && !hasEnded(this.#child)) {
      this.#child.once('message', (message) => (this.ownRequests = sentRequests.parse(message)));
      // The event 'close' comes after the last message and the last output.
      const ended = once(this.#child, 'close');
      this.#child.kill('SIGTERM');
      await ended;
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
