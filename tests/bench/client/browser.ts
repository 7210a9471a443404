import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { chromiumOptions } from '../../support/chromium.ts';
import { sessionOf, type BenchServer } from './server.ts';

export const launch = (): Promise<Browser> => chromium.launch(chromiumOptions);

export async function openDevice(browser: Browser, { config }: BenchServer, user: TestUser): Promise<BrowserContext> {
  // A service worker would fetch the app again during a measurement.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  context.on('weberror', (error) => console.error(`  error in the page: ${String(error.error())}`));
  const page = await openBench(context, config.supabaseUrl);
  await page.evaluate((session) => window.bench.plantSession(session), sessionOf(user));
  await page.close();
  return context;
}

export async function openBench(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/bench.html`);
  await page.waitForFunction(() => 'bench' in window);
  return page;
}

/** @param rate 1 is the machine's own speed, 4 a quarter of it */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
