import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { hasEnded } from '../../support/has-ended.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const usage = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() });
const response = z.object({
  id: z.number(),
  result: z.optional(z.object({ result: z.optional(z.object({ value: z.unknown() })) })),
});

const delays = z.array(z.number());

/** Runs in the observed process, and measures how late a timer of 10 ms fires: that is the delay of the event loop. */
const watchLoopThere = (forMs: number) => `new Promise((done) => {
  const delays = [];
  let dueAt = performance.now() + 10;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - dueAt));
    dueAt = now + 10;
  }, 10);
  setTimeout(() => {
    clearInterval(timer);
    done(delays);
  }, ${forMs});
})`;

export interface ObservedProcess {
  readonly url: string;
  readonly pid: number;
  /** In bytes, after a garbage collection. */
  memory(): Promise<z.infer<typeof usage>>;
  /** Delays of the main thread's event loop in ms, sampled each 10 ms. */
  watchLoop(forMs: number): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** Starts the server in a process with an inspector. @throws Error with the process's output if it does not start */
export async function startObserved(dataDir: string, options: readonly string[] = []): Promise<ObservedProcess> {
  const child = spawn('node', ['--inspect=127.0.0.1:0', 'supabase/local/start.mjs', ...options], {
    cwd: root,
    env: { ...process.env, PORT: '0', UNDERCURRENT_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting) resume();
    waiting = [];
  };
  child.once('exit', wake);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part;
      wake();
    });
  const waitForOutput = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) return found;
      if (hasEnded(child)) throw new Error(output);
      await new Promise<void>((resume) => waiting.push(resume));
    }
  };

  const inspector = new WebSocket(await waitForOutput(/Debugger listening on (ws:\S+)/));
  await once(inspector, 'open');
  let lastId = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const value = new Promise<unknown>((done) => {
      const onMessage = (data: Buffer) => {
        const message = response.safeParse(JSON.parse(data.toString()));
        if (!message.success || message.data.id !== id) return;
        inspector.off('message', onMessage);
        done(message.data.result?.result?.value);
      };
      inspector.on('message', onMessage);
    });
    inspector.send(JSON.stringify({ id, method, params }));
    return value;
  };
  return {
    pid: child.pid ?? 0,
    url: await waitForOutput(/Address {3}(\S+)/),
    async memory() {
      await call('HeapProfiler.collectGarbage');
      return usage.parse(await call('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true }));
    },
    async watchLoop(forMs) {
      const expression = watchLoopThere(forMs);
      return delays.parse(await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }));
    },
    async stop() {
      inspector.terminate();
      child.kill('SIGTERM');
      if (!hasEnded(child)) await once(child, 'exit');
    },
  };
}
