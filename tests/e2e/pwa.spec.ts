import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, signIn, test } from './fixtures.ts';
import { firstTitle, playerBar } from './player-page.ts';
import { checkForUpdate, reloadUnderWorker, waitForWorker } from './service-worker.ts';

interface Manifest {
  id: string;
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
  shortcuts: { url: string }[];
}

test('the manifest is complete, and its icons have the declared sizes', { tag: '@once' }, async ({ page }) => {
  await page.goto('/beta-access');
  const manifest: Manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ id: '/', name: 'Undercurrent', start_url: '/explore', display: 'standalone' });
  expect(manifest.icons.map((icon) => `${icon.purpose} ${icon.sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
  expect(manifest.screenshots.map((shot) => shot.form_factor)).toEqual(['narrow', 'narrow', 'wide']);
  expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual(['/explore', '/upload']);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test(
  'a new version is offered when nothing plays, never during a song, and activates on request',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    await reloadUnderWorker(page);
    const title = await firstTitle(page);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');

    appendFileSync(join(backend.distDir, 'service-worker.js'), '\n// the next version\n');
    for (const packed of ['br', 'gz']) rmSync(join(backend.distDir, `service-worker.js.${packed}`), { force: true });
    await checkForUpdate(page);
    await expect
      .poll(() =>
        page.evaluate(
          'navigator.serviceWorker.getRegistration().then((registration) => registration.waiting !== null)',
        ),
      )
      .toBe(true);
    const offer = page.getByRole('status').filter({ hasText: 'A new version is ready' });
    await expect(offer).toHaveCount(0);
    await page.locator('body').press('Space');
    await expect(offer).toBeVisible();
    await page.locator('body').press('Space');
    await expect(offer).toHaveCount(0);
    await page.locator('body').press('Space');
    const reloaded = page.waitForEvent('load');
    await offer.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(offer).toHaveCount(0);
  },
);

test('a page loaded without the worker comes under its control', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  await waitForWorker(page);
  // The worker may claim the page before its load event, so read the controller before the page's own code runs.
  await page.addInitScript('window.controlledAtStart = navigator.serviceWorker.controller !== null;');
  const client = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await client.send('Page.reload', { ignoreCache: true });
  await loaded;
  expect(await page.evaluate('window.controlledAtStart')).toBe(false);
  await waitForWorker(page);
});

test("the You sheet offers to install the app, through the browser's own prompt", async ({ page, account }) => {
  await signIn(page, account);
  await page.evaluate(`
    const event = new Event('beforeinstallprompt', { cancelable: true });
    window.promptCount = 0;
    event.prompt = () => { window.promptCount += 1; return Promise.resolve(); };
    event.userChoice = Promise.resolve({ outcome: 'accepted' });
    window.dispatchEvent(event);
  `);
  await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('group', { name: 'Install Undercurrent' }).getByRole('button', { name: 'Install' }).click();
  expect(await page.evaluate('window.promptCount')).toBe(1);
  await expect(page.getByRole('group', { name: 'Install Undercurrent' })).toHaveCount(0);
});
