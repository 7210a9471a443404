import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { chromium, type BrowserContext } from 'playwright';
import { chromium as howToStart } from '../../support/chromium.ts';

export interface Profile {
  readonly port: number;
  readonly context: BrowserContext;
  /** A reused renderer process still holds the previous page's code, which the profiler would record too. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent-load-'));
  const port = await freePort();
  const start = () =>
    chromium.launchPersistentContext(folder, {
      ...howToStart,
      args: [...howToStart.args, `--remote-debugging-port=${port}`],
      viewport: { width: 412, height: 823 },
      hasTouch: true,
    });
  let context = await start();
  return {
    port,
    get context() {
      return context;
    },
    async restart() {
      await context.close();
      context = await start();
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
