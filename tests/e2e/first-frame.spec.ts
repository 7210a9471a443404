import type { Page } from '@playwright/test';
import { holdCode, keep, kept, openWhatStandsBefore, standsBefore } from './before-app.ts';
import { expect, signIn, test } from './fixtures.ts';
import { firstTitle, playerBar } from './player-page.ts';

// The app's code is held back on the wire.
test.use({ serviceWorkers: 'block' });

test.beforeEach(({ page }) => openWhatStandsBefore(page));

/** How long what stands before the app moves, and how often: each that there is, once. Nothing while nothing stands there. */
const motionsBefore = () => {
  const elements = document.querySelector('#before')?.shadowRoot?.querySelectorAll('main *') ?? [];
  const styles = [...elements].map((element) => getComputedStyle(element));
  return [...new Set(styles.map((style) => `${style.animationDuration} ${style.animationIterationCount}`))];
};

/** The title of the first card below what is seen; none while no such card is drawn. */
const titleBelow = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => {
    const below = cards.find((card) => card.getBoundingClientRect().top > innerHeight);
    return below?.getAttribute('aria-label')?.split(' by ')[0] ?? '';
  });

test('the next start draws what stood before the code has come; what is typed and pressed there is done by the app', async ({
  page,
  account,
}) => {
  await signIn(page, account);
  await expect(page.getByRole('article').first()).toBeVisible();
  // Rows beyond the window are drawn once the first ones stand.
  let title = '';
  await expect
    .poll(async () => {
      title = await titleBelow(page);
      return title;
    })
    .not.toBe('');
  await kept(page, '/explore');

  let release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  const play = page.getByRole('button', { name: `Play ${title}`, exact: true });
  await expect(play).toBeVisible();
  await play.click();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  release();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(standsBefore(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(page.getByRole('button', { name: `Pause ${title}`, exact: true })).toBeVisible();

  await kept(page, '/explore');
  release = await holdCode(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/explore', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(motionsBefore)).toEqual(['0.08s 1']);
  const search = page.getByRole('searchbox');
  await search.fill(title);
  await search.press('End');
  release();
  await expect(standsBefore(page)).toHaveCount(0);
  await expect(search).toHaveValue(title);
  await expect(search).toBeFocused();
  await expect(page.getByRole('article').first()).toContainText(title);
  // Nothing of the sheet that the first frame needed is left.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBeLessThanOrEqual(1);
});

/** Takes the rows and the kept pages of whoever is signed in off the device, as a browser that clears its data in part. */
async function forgetRows(page: Page): Promise<void> {
  // A page of the same origin that opens no database and asks for no icon.
  const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('**/empty', (route) => route.fulfill(empty));
  await page.goto('/empty');
  await page.evaluate(async () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('undercurrent-mark:')) localStorage.removeItem(key);
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const gone = names.filter((name) => name !== 'undercurrent-session');
    await Promise.all(
      gone.map(
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

test('a device without rows shows those that the page itself has asked for before the code has come, and the app asks no more', async ({
  page,
  account,
}) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  await forgetRows(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/first_screen')) asked.push(request.postData() ?? '');
  });
  const release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Heard here, before anywhere.' })).toBeVisible();
  const first = standsBefore(page).getByRole('article').first();
  await expect(first).toContainText(title);
  await expect
    .poll(() => first.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  release();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(standsBefore(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Pause ${title}`, exact: true })).toBeVisible();
  expect(asked).toEqual(['{"p":{"limit":50}}']);
});

test('a link that is pressed before the code has come leads there', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  await keep(page, '/explore');
  const release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Community' }).click();
  expect(new URL(page.url()).pathname).toBe('/explore');
  release();
  await page.waitForURL('**/community');
  await expect(page.getByRole('heading', { level: 1, name: 'Meet the Creators' })).toBeVisible();
});

test('the gate stands before the code has come, and takes the passcode', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Undercurrent' })).toBeVisible();
  const passcode = page.getByLabel('Beta passcode');
  await passcode.fill('underground');
  await passcode.press('Enter');
  await expect(standsBefore(page)).toHaveCount(1);
  release();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('what was kept leaves with its person', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  await keep(page, '/explore');
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

test.describe('without the code of the app', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] });
  test('the page says so, its links lead on, and Retry starts anew', async ({ page, account }) => {
    await signIn(page, account);
    await expect(page.getByRole('article').first()).toBeVisible();
    await kept(page, '/explore');

    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/explore', { waitUntil: 'commit' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Undercurrent could not be loaded');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('link', { name: 'Community' }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL(/\/community$/);
    // The logo alone stands here, and no line that says 'Loading'.
    await expect(alert).toContainText('What is on this device is kept.');
    await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0);

    await page.unroute('**/assets/*.js');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Meet the Creators' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
