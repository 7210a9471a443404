import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { measureInTurn, timed } from '../measure.ts';
import type { Arrival } from './page/beside-app.ts';
import { openDevice, slowDown } from './browser.ts';
import type { Done, Runs } from './pages.ts';
import type { BenchServer } from './server.ts';

async function openApp(browser: Browser, server: BenchServer, user: TestUser, rate: number) {
  const context = await openDevice(browser, server, user);
  await context.addInitScript({ path: server.besideApp });
  const page = await context.newPage();
  await slowDown(page, rate);
  await page.goto(`${server.config.supabaseUrl}/explore`);
  const arrival = await page.evaluate(() => window.besideApp.arrival());
  return { context, page, arrival };
}

export async function watchArrival(
  browser: Browser,
  server: BenchServer,
  user: TestUser,
  rate: number,
  times: number,
): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (let done = 0; done < times; done += 1) {
    const { context, arrival } = await openApp(browser, server, user, rate);
    arrivals.push(arrival);
    await context.close();
  }
  return arrivals;
}

function watchPulls(page: Page) {
  let last: { url: string; headers: Record<string, string>; body: string } | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith('/rpc/sync_pull')) return;
    const forwardedHeaders = ['content-type', 'apikey', 'authorization'];
    const headers = Object.fromEntries(
      Object.entries(request.headers()).filter(([name]) => forwardedHeaders.includes(name)),
    );
    last = { url: request.url(), headers, body: request.postData() ?? '' };
  });
  return () => {
    assert.ok(last, 'the app has not pulled');
    return last;
  };
}

export async function compareInApp(
  browser: Browser,
  server: BenchServer,
  { user, trackId }: { readonly user: TestUser; readonly trackId: string },
  runs: Runs,
  rate: number,
  done: Done,
): Promise<void> {
  const { context, page } = await openApp(browser, server, user, rate);
  const lastPull = watchPulls(page);
  const settled = () => page.evaluate(() => window.besideApp.settled());
  const titleOf = (prefix: string, round: number) => `${prefix} ${round + runs.warmUps}`;
  // A message of Realtime would start the pull at another time, so block it.
  await page.routeWebSocket(/realtime/, () => undefined);
  await page.reload();
  await page.evaluate(() => window.besideApp.arrival());

  const changeToPaint = {
    ours: timed(async (round) => {
      await settled();
      const title = titleOf('Changed', round);
      await server.sql`update public.tracks set title = ${title} where id = ${trackId}`;
      return page.evaluate((text) => window.besideApp.syncUntilPainted(text), title);
    }),
    byHand: timed(async (round) => {
      await settled();
      return page.evaluate(([request, id, title]) => window.besideApp.fetchUntilPainted(request, id, title), [
        lastPull(),
        trackId,
        titleOf('Changed', round),
      ] as const);
    }),
  };
  await measureInTurn(Object.values(changeToPaint), runs);
  await done({ name: 'changed row to paint', ...changeToPaint }, page);

  const actionToPaint = {
    ours: timed(async (round) => {
      await settled();
      return page.evaluate(([id, title]) => window.besideApp.enqueueUntilPainted(id, title), [
        trackId,
        titleOf('Queued', round),
      ] as const);
    }),
    byHand: timed(async (round) => {
      await settled();
      return page.evaluate(([id, title]) => window.besideApp.addUntilPainted(id, title), [
        trackId,
        titleOf('Added', round),
      ] as const);
    }),
  };
  await measureInTurn(Object.values(actionToPaint), runs);
  await done({ name: 'action to paint', ...actionToPaint }, page);
  await settled();
  await context.close();
}
