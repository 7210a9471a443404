import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { BACKEND_TEXT } from '../../../src/engine/backend-text.ts';
import { deviceTextName, ownerName } from '../../../sync/core/names.ts';
import { chromiumOptions } from '../../support/chromium.ts';
import { openBench } from '../client/browser.ts';
import { type BenchServer, sessionOf } from '../client/server.ts';

export interface Arrived {
  /** The first cards, in ms since the navigation. */
  readonly cards: number;
  /** When the whole shelf is on the device and the engine is idle, in ms since the navigation. */
  readonly complete: number;
  /** Transferred bytes of the app's REST calls, without its code and pictures. */
  readonly bytes: number;
  readonly diskBytes: number;
  /** JavaScript heap after a garbage collection. */
  readonly heapBytes: number;
}

export interface FreshDevice {
  readonly page: Page;
  readonly arrived: Arrived;
  close(): Promise<void>;
}

/** Opens Explore in a browser that stores on disk, signed in for the first time. */
export async function openFreshDevice(server: BenchServer, user: TestUser): Promise<FreshDevice> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent-growth-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumOptions,
    viewport: { width: 390, height: 844 },
    // A service worker would fetch the app again during the measurement.
    serviceWorkers: 'block',
  });
  context.on('weberror', (error) => console.error(`  error in the page: ${String(error.error())}`));
  const bench = await openBench(context, server.config.supabaseUrl);
  await bench.evaluate((session) => window.bench.plantSession(session), sessionOf(user));
  // Without these texts the gate would be shown first, until an input.
  const texts = { [deviceTextName(ownerName(user.id))]: '1', [BACKEND_TEXT]: JSON.stringify(server.config) };
  await bench.evaluate((all) => Object.assign(localStorage, all), texts);
  await bench.close();
  await context.addInitScript({ path: server.besideApp });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const calls = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/rest/v1/')) calls.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (calls.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(`${server.config.supabaseUrl}/explore`);
  const { first } = await page.evaluate(() => window.besideApp.arrival());
  await page.evaluate(() => window.besideApp.settled());
  const complete = await page.evaluate(() => performance.now());
  const diskBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  return {
    page,
    arrived: { cards: first, complete, bytes, diskBytes, heapBytes },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
