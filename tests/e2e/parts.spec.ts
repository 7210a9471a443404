import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { simulateNewBuild, removeBuiltFile } from './new-build.ts';
import { firstTitle, playerBar } from './player-page.ts';
import { checkForUpdate, reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['status of 404'] });

async function playFirst(page: Page): Promise<void> {
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
}

async function expectUninterrupted(page: Page): Promise<void> {
  expect(await page.evaluate('window.marked')).toBe(true);
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
}

const missing = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the page loads the subset of each font, and the full font once it needs other characters', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const font = /\/assets\/(.+)-latin-(first|wght-normal)-[^/]+\.woff2$/.exec(request.url());
      if (font) requests.push(`${font[1]} ${font[2]}`);
    });
    await page.goto('/beta-access');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const first = ['host-grotesk first', 'zalando-sans-expanded first'];
    expect(requests.toSorted()).toEqual(first);
    await page.evaluate(() => document.querySelector('h1')?.append(' é'));
    await expect.poll(() => requests.toSorted()).toEqual([...first, 'zalando-sans-expanded wght-normal']);
  });

  test('a part whose code fails to load offers Retry in its place, and the rest keeps working', async ({
    page,
    backend,
    account,
  }) => {
    await signIn(page, account);
    await playFirst(page);
    await page.evaluate('window.marked = true');

    const restore = removeBuiltFile(backend.distDir, 'you-menu');
    const openMenu = () => page.getByRole('button', { name: 'You', exact: true }).click();
    await openMenu();
    await expect(missing(page)).toBeVisible();
    await expectUninterrupted(page);
    await retry(page);
    await expect(missing(page).getByRole('button', { name: 'Retry' })).toBeEnabled();
    restore();
    await retry(page);
    const menu = page.getByRole('dialog', { name: 'You' });
    if (await reloadIfStuck(page, menu)) await openMenu();
    await expect(menu).toBeVisible();
    await expect(missing(page)).toHaveCount(0);
  });

  test('a menu does not wait for the code of its target page', async ({ page, account }) => {
    await signIn(page, account);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/device-page/, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'You', exact: true }).click();
    await page.getByRole('link', { name: 'On this device' }).click();
    await expect(page.getByRole('dialog', { name: 'You' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Storage' })).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible();
  });

  test('a page whose code fails to load offers Retry', async ({ page, backend, account }) => {
    await signIn(page, account);
    await playFirst(page);
    await page.evaluate('window.marked = true');
    const restore = removeBuiltFile(backend.distDir, 'device-page');
    await page.getByRole('button', { name: 'You', exact: true }).click();
    await page.getByRole('link', { name: 'On this device' }).click();
    await page.waitForURL('**/device');
    await expect(missing(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectUninterrupted(page);
    // Both import attempts, the link's and the page's, must have failed.
    await expect(missing(page).getByRole('button', { name: 'Retry' })).toBeEnabled();
    restore();
    await retry(page);
    const storage = page.getByRole('heading', { name: 'Storage' });
    await reloadIfStuck(page, storage);
    await expect(storage).toBeVisible();
  });
});

/** Presses Retry, and waits until the part has loaded or failed. A failed part requests '/' last, to look for a newer build. */
async function retry(page: Page): Promise<void> {
  const button = missing(page).getByRole('button', { name: 'Retry' });
  const buildCheck = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await button.click();
  await Promise.race([buildCheck, expect(missing(page)).toHaveCount(0)]);
}

/** Presses Reload if the part offers it: Chromium 150 caches failed imports; later versions retry. @returns whether it was pressed */
async function reloadIfStuck(page: Page, part: Locator): Promise<boolean> {
  const reload = missing(page).getByRole('button', { name: 'Reload' });
  await expect(part.or(reload)).toBeVisible();
  if (!(await reload.isVisible())) return false;
  await expectUninterrupted(page);
  const loaded = page.waitForEvent('load');
  await reload.click();
  await loaded;
  return true;
}

test('an update activated by another tab does not interrupt music, and a missing part of the old version offers a reload', async ({
  page,
  context,
  backend,
  account,
}) => {
  await signIn(page, account);
  await reloadUnderWorker(page);
  await playFirst(page);
  await page.evaluate('window.marked = true');

  simulateNewBuild(backend.distDir);
  const other = await context.newPage();
  await other.goto('/device');
  await checkForUpdate(other);
  const reloaded = other.waitForEvent('load');
  await other.getByRole('status').filter({ hasText: 'A new version is ready' }).getByRole('button').first().click();
  await reloaded;
  await expect(other.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await other.close();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');

  await page.getByRole('button', { name: 'You', exact: true }).click();
  const offer = page.getByRole('alert').filter({ hasText: 'A new version is ready' });
  await expect(offer).toBeVisible();
  await expectUninterrupted(page);
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await page.getByRole('button', { name: 'You', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'You' })).toBeVisible();
});
