import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { freePort } from '../../../supabase/local/http/free-port.ts';
import { chromiumOptions } from '../../support/chromium.ts';

/** A browser that keeps its data in a folder, as a person's browser does. */
export interface Profile {
  readonly port: number;
  readonly context: BrowserContext;
  /** Restarts the browser with the same data. A reused renderer process would still hold the previous page's code. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent-load-'));
  const port = await freePort();
  const start = () =>
    chromium.launchPersistentContext(folder, {
      ...chromiumOptions,
      args: [...chromiumOptions.args, `--remote-debugging-port=${port}`],
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
