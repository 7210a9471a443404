import { type BrowserContext, type Page } from '@playwright/test';
import { playCountOf, playStateOf } from './server-state.ts';
import { type Account, type Backend, expect, signIn, test } from './fixtures.ts';
import { firstTitle, playerBar, seekPercent } from './player-page.ts';
import { waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

async function keepFirstTrack(page: Page, account: Account): Promise<string> {
  await signIn(page, account);
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.locator('body').press('Space');
  await page.getByRole('button', { name: /^Open player/ }).click();
  await page.getByRole('button', { name: 'Save on this device' }).click();
  await expect(page.getByRole('button', { name: 'Saved on this device. Remove' })).toBeVisible();
  await waitForWorker(page);
  return title;
}

async function listenOffline(context: BrowserContext, title: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'You', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Offline', exact: true })).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('article')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('slider', { name: 'Seek' }).fill('15');
  await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(14.5);
  expect(await seekPercent(page)).toBeLessThan(25);
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(page.getByRole('button', { name: /1 waiting to send/ })).toBeVisible({ timeout: 60_000 });
  return page;
}

async function expectOnePlay(backend: Backend, account: Account, title: string, playsBefore: number): Promise<void> {
  await expect
    .poll(() => playStateOf(backend, account.email), { timeout: 30_000 })
    .toMatchObject({ zaps: 2, ledgerSum: 2, playActions: 1, plays: 1 });
  expect(await playCountOf(backend, title)).toBe(playsBefore + 1);
  const [credited] = await backend.sql<{ sameDay: boolean; listenMs: number }[]>`
    select p.played_on = (now() at time zone 'utc')::date as "sameDay", b.total_listen_ms::int as "listenMs"
    from public.track_plays p join auth.users u on u.id = p.user_id join public.user_balances b on b.user_id = u.id where u.email = ${account.email}`;
  expect(credited?.sameDay).toBe(true);
  expect(credited?.listenMs).toBeGreaterThanOrEqual(30_000);
  expect(credited?.listenMs).toBeLessThan(32_000);
}

test('an offline play counts exactly once if the first response is lost and two tabs are open', async ({
  page,
  context,
  backend,
  account,
}) => {
  const title = await keepFirstTrack(page, account);
  const playsBefore = await playCountOf(backend, title);
  expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 0, plays: 0, totalListenMs: 0 });
  backend.wire.cut();
  await page.close();
  const first = await listenOffline(context, title);
  const second = await context.newPage();
  await second.goto('/explore');
  await expect(second.getByRole('article').first()).toBeVisible();

  let lostResponses = 0;
  await context.route('**/rest/v1/rpc/sync_push', async (route) => {
    if (lostResponses > 0) return route.continue();
    // During the outage, the request never reaches the server.
    const response = await route.fetch().catch(() => null);
    if (response) lostResponses += 1;
    await route.abort('connectionreset');
  });
  backend.wire.mend();
  await first.evaluate("window.dispatchEvent(new Event('online'))");
  await expectOnePlay(backend, account, title, playsBefore);
  expect(lostResponses).toBe(1);
  await expect(first.locator('#profile-area')).toHaveText('2');
  await expect(second.locator('#profile-area')).toHaveText('2');
  await expect(first.getByRole('button', { name: /waiting to send/ })).toHaveCount(0);
});

test('an offline play of a closed tab is sent at the next start', async ({ page, context, backend, account }) => {
  const title = await keepFirstTrack(page, account);
  const playsBefore = await playCountOf(backend, title);
  backend.wire.cut();
  await page.close();
  const listener = await listenOffline(context, title);
  await listener.close();
  backend.wire.mend();
  const restarted = await context.newPage();
  await restarted.goto('/explore');
  await expectOnePlay(backend, account, title, playsBefore);
  await expect(restarted.locator('#profile-area')).toHaveText('2');
});

test('offline, tracks that are not on the device say so', async ({ page, context, backend, account }) => {
  const title = await keepFirstTrack(page, account);
  backend.wire.cut();
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/');
  await expect(offline.getByRole('button', { name: 'Offline', exact: true })).toBeVisible({ timeout: 30_000 });
  const others = offline.getByRole('article').filter({ hasNotText: title });
  await expect(others.first()).toContainText('Not saved on this device');
  await expect(offline.getByRole('article').filter({ hasText: title }).first()).not.toContainText(
    'Not saved on this device',
  );
  backend.wire.mend();
});

test('the offline pill shows when the browser goes offline during a visit, and disappears when the network is back', async ({
  page,
  context,
  account,
}) => {
  await signIn(page, account);
  const pill = page.getByRole('button', { name: 'Offline', exact: true });
  // Cards may come from the snapshot, before the engine is open.
  await page.waitForFunction(() => window.undercurrent);
  await expect.poll(() => page.evaluate(() => window.undercurrent.status.get().hasSynced)).toBe(true);
  await context.setOffline(true);
  await expect(pill).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Offline\. Last synced .+ ago\./);
  await expect(page.getByText('This part could not be loaded')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.setOffline(false);
  await expect(pill).toHaveCount(0);
});
