import type { Page } from '@playwright/test';
import { holdCode, forceSnapshot, waitForSnapshot, openBootShadowRoot, bootPage } from './boot-page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { firstTitle, playerBar } from './player-page.ts';

// page.route delays the app's code. A service worker's requests would bypass it.
test.use({ serviceWorkers: 'block' });

test.beforeEach(({ page }) => openBootShadowRoot(page));

const bootPageMotions = () => {
  const elements = document.querySelector('#before')?.shadowRoot?.querySelectorAll('main *') ?? [];
  const styles = [...elements].map((element) => getComputedStyle(element));
  return [...new Set(styles.map((style) => `${style.animationDuration} ${style.animationIterationCount}`))];
};

const titleBelow = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => {
    const below = cards.find((card) => card.getBoundingClientRect().top > innerHeight);
    return below?.getAttribute('aria-label')?.split(' by ')[0] ?? '';
  });

test(
  'the next start shows the snapshot before the app loads; the app then replays typing and presses',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    await expect(page.getByRole('article').first()).toBeVisible();
    // The rows below the window render after those in it.
    let title = '';
    await expect
      .poll(async () => {
        title = await titleBelow(page);
        return title;
      })
      .not.toBe('');
    await waitForSnapshot(page, '/explore');

    let release = await holdCode(page);
    await page.goto('/explore', { waitUntil: 'commit' });
    const play = page.getByRole('button', { name: `Play ${title}`, exact: true });
    await expect(play).toBeVisible();
    await play.click();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    release();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(bootPage(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await expect(page.getByRole('button', { name: `Pause ${title}`, exact: true })).toBeVisible();

    await waitForSnapshot(page, '/explore');
    release = await holdCode(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/explore', { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(bootPageMotions)).toEqual(['0.08s 1']);
    const search = page.getByRole('searchbox');
    await search.fill(title);
    await search.press('End');
    release();
    await expect(bootPage(page)).toHaveCount(0);
    await expect(search).toHaveValue(title);
    await expect(search).toBeFocused();
    await expect(page.getByRole('article').first()).toContainText(title);
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBeLessThanOrEqual(1);
  },
);

/** Deletes every database but the session's, as a browser may evict part of the data. */
async function evictRows(page: Page): Promise<void> {
  // A page of the same origin that opens no database and requests no icon.
  const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('**/empty', (route) => route.fulfill(empty));
  await page.goto('/empty');
  await page.evaluate(async () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('undercurrent-mark:')) localStorage.removeItem(key);
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const evicted = names.filter((name) => name !== 'undercurrent-session');
    await Promise.all(
      evicted.map(
        (name) =>
          new Promise((resolve, reject) => {
            const deletion = indexedDB.deleteDatabase(name);
            deletion.onsuccess = resolve;
            deletion.onerror = reject;
          }),
      ),
    );
  });
}

test(
  'a device without a replica shows prefetched rows before the app loads, and the app does not request them again',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    await evictRows(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/first_screen')) requests.push(request.postData() ?? '');
    });
    const release = await holdCode(page);
    await page.goto('/explore', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Heard here, before anywhere.' })).toBeVisible();
    const first = bootPage(page).getByRole('article').first();
    await expect(first).toContainText(title);
    await expect
      .poll(() => first.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    release();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(bootPage(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Pause ${title}`, exact: true })).toBeVisible();
    expect(requests).toEqual(['{"p":{"limit":50}}']);
  },
);

test('a link pressed before the app loads is followed', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  await forceSnapshot(page, '/explore');
  const release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Community' }).click();
  expect(new URL(page.url()).pathname).toBe('/explore');
  release();
  await page.waitForURL('**/community');
  await expect(page.getByRole('heading', { level: 1, name: 'Meet the Creators' })).toBeVisible();
});

for (const kind of ['track', 'release', 'playlist', 'profile'])
  test(`the gate shows before the app loads at the link of a ${kind}`, { tag: '@once' }, async ({ page }) => {
    const release = await holdCode(page);
    await page.goto(`/${kind}/0190f0f0-0000-7000-8000-000000000000`, { waitUntil: 'commit' });
    await expect(page.getByLabel('Beta passcode')).toBeVisible();
    await expect(bootPage(page)).toHaveCount(1);
    release();
    await page.waitForURL('**/beta-access');
  });

test('the gate shows before the app loads, and accepts the passcode', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Undercurrent' })).toBeVisible();
  const passcode = page.getByLabel('Beta passcode');
  await passcode.fill('underground');
  await passcode.press('Enter');
  await expect(bootPage(page)).toHaveCount(1);
  release();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('signing out deletes the snapshots', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  await forceSnapshot(page, '/explore');
  await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/beta-access');
  await expect(page.getByLabel('Beta passcode')).toBeVisible();
  const release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  await expect(page.getByLabel('Beta passcode')).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  release();
  await page.waitForURL('**/beta-access');
});

test.describe("when the app's code fails to load", () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] });
  test('the page says so, its links work, and Retry reloads', { tag: '@once' }, async ({ page, account }) => {
    await signIn(page, account);
    await expect(page.getByRole('article').first()).toBeVisible();
    await waitForSnapshot(page, '/explore');

    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/explore', { waitUntil: 'commit' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Undercurrent could not be loaded');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('link', { name: 'Community' }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL(/\/community$/);
    await expect(alert).toContainText('What is on this device is kept.');
    await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0);

    await page.unroute('**/assets/*.js');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Meet the Creators' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
