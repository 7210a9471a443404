import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const usage = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() });
const answered = z.object({
  id: z.number(),
  result: z.optional(z.object({ result: z.optional(z.object({ value: z.unknown() })) })),
});

/** `npm start` in a process whose memory can be read. */
export interface ObservedProcess {
  readonly url: string;
  /** In bytes, after a garbage collection. */
  memory(): Promise<z.infer<typeof usage>>;
  stop(): Promise<void>;
}

/** @throws Error with its output when it does not start */
export async function startObserved(dataDir: string): Promise<ObservedProcess> {
  const child = spawn('node', ['--inspect=127.0.0.1:0', 'supabase/local/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', UNDERCURRENT_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const look of waiting) look();
    waiting = [];
  };
  child.once('exit', wake);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part;
      wake();
    });
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(said)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(said);
      await new Promise<void>((look) => waiting.push(look));
    }
  };

  const inspector = new WebSocket(await find(/Debugger listening on (ws:\S+)/));
  await once(inspector, 'open');
  let asked = 0;
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    asked += 1;
    const id = asked;
    const answer = new Promise<unknown>((done) => {
      const hear = (data: Buffer) => {
        const message = answered.safeParse(JSON.parse(data.toString()));
        if (!message.success || message.data.id !== id) return;
        inspector.off('message', hear);
        done(message.data.result?.result?.value);
      };
      inspector.on('message', hear);
    });
    inspector.send(JSON.stringify({ id, method, params }));
    return answer;
  };
  return {
    url: await find(/Address {3}(\S+)/),
    async memory() {
      await ask('HeapProfiler.collectGarbage');
      return usage.parse(await ask('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true }));
    },
    async stop() {
      inspector.terminate();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
