import type { Page } from '@playwright/test';
import { holdCode, forceSnapshot, openBootShadowRoot, bootPage } from './boot-page.ts';
import { playStateOf } from './server-state.ts';
import { expect, signIn, test } from './fixtures.ts';
import { collectAudio, firstTitle, playerBar, seekPercent, soundingSeconds } from './player-page.ts';

// page.route delays the app's code. A service worker's requests would bypass it.
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ page }) => {
  await openBootShadowRoot(page);
  await collectAudio(page);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens Explore's boot page, with the app's scripts held back. @returns a function that releases them */
async function reopenWithoutCode(page: Page): Promise<() => void> {
  await forceSnapshot(page, '/explore');
  const release = await holdCode(page);
  await page.goto('/explore', { waitUntil: 'commit' });
  return release;
}

/** Records the playing element's events and positions in `window.events` and `window.positions`. */
async function watchSound(page: Page): Promise<void> {
  await page.evaluate(`{
    const sound = window.sounds.find((audio) => !audio.paused);
    Object.assign(window, { events: [], positions: [] });
    for (const type of ['emptied', 'pause', 'seeking'])
      sound.addEventListener(type, () => window.events.push(type));
    sound.addEventListener('timeupdate', () => window.positions.push(sound.currentTime));
  }`);
}

/** An expression for the recorded position's largest jump backwards, in seconds. */
const backwards =
  'Math.max(...window.positions.map((position, index) => Math.max(0, ...window.positions.slice(0, index)) - position))';

test(
  'a press before the app loads starts audio, the player adopts it, and the play counts from the press',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    const [track] = await backend.sql`select id, duration_ms from public.tracks where title = ${title} limit 1`;
    await backend.sql`update public.tracks set duration_ms = 3000 where id = ${track?.['id']}`;
    await expect
      .poll(() => page.evaluate((id) => window.undercurrent.track(id).get()?.duration_ms, String(track?.['id'])))
      .toBe(3000);
    const release = await reopenWithoutCode(page);
    await button(page, `Play ${title}`).click();
    await expect(bootPage(page).getByRole('button', { name: `Pause ${title}`, exact: true })).toBeFocused();
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);
    await watchSound(page);
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(2.9);
    release();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(playerBar(page)).toContainText(title);
    await expect(bootPage(page)).toHaveCount(0);
    await expect(button(page, `Pause ${title}`)).toBeFocused();
    await page.evaluate(`new Promise((resolve) => {
      const sound = window.sounds.find((audio) => !audio.paused);
      sound.addEventListener('timeupdate', resolve, { once: true });
    })`);
    expect(await page.evaluate(backwards)).toBeLessThan(0.1);
    expect(await page.evaluate('window.events')).toEqual([]);
    await button(page, `Pause ${title}`).click();
    // The pause event fires some time after the audio has stopped.
    await expect.poll(() => page.evaluate('window.events')).toEqual(['pause']);
    expect(await soundingSeconds(page)).toBe(-1);
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect.poll(async () => (await playStateOf(backend, account.email)).plays).toBe(1);
    await backend.sql`update public.tracks set duration_ms = ${track?.['duration_ms']} where id = ${track?.['id']}`;
  },
);

test(
  'before the app loads, a second track replaces the first, another press pauses the second, and the app shows it paused at its position; the next start resumes there, still muted',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const cards = page.getByRole('article').getByRole('button', { name: /^Play / });
    const [first = '', second = ''] = await cards.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label')?.replace('Play ', '') ?? ''),
    );
    const release = await reopenWithoutCode(page);
    await button(page, `Play ${first}`).click();
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);
    await button(page, `Play ${second}`).press('Enter');
    await expect(button(page, `Play ${first}`)).toBeVisible();
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0.5);
    expect(await page.evaluate('window.sounds.filter((sound) => !sound.paused).length')).toBe(1);
    await button(page, `Pause ${second}`).press('Space');
    await expect(button(page, `Play ${second}`)).toBeFocused();
    expect(await soundingSeconds(page)).toBe(-1);
    release();
    await expect(bootPage(page)).toHaveCount(0);
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText(second);
    await page.evaluate(`window.paused = window.sounds.find((sound) => sound.currentTime > 0).currentTime`);
    await button(page, `Play ${second}`).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    expect(await soundingSeconds(page)).toBeGreaterThanOrEqual(Number(await page.evaluate('window.paused')));

    // The page is left while the track plays muted. The next boot page offers Play, although the snapshot shows Pause.
    await page.getByRole('slider', { name: 'Seek' }).fill('50');
    await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(49.5);
    const half = await soundingSeconds(page);
    await page.locator('body').press('m');
    await expect.poll(() => page.evaluate('window.sounds.find((sound) => !sound.paused).muted')).toBe(true);
    const releaseSecond = await reopenWithoutCode(page);
    const snapshotIncludes = (part: string) =>
      Object.entries(localStorage).some(([key, text]) => key.endsWith(':page /explore') && text.includes(part));
    expect(await page.evaluate(snapshotIncludes, `Pause ${second}`)).toBe(true);
    await button(page, `Play ${second}`).click();
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThanOrEqual(half - 0.1);
    expect(await page.evaluate('window.sounds.find((sound) => !sound.paused).muted')).toBe(true);
    await watchSound(page);
    releaseSecond();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(bootPage(page)).toHaveCount(0);
    expect(await page.evaluate('[window.events, window.sounds.find((sound) => !sound.paused).muted]')).toEqual([
      [],
      true,
    ]);
  },
);

test(
  'a press before the app loads takes the sound from another tab, and that tab can take it back',
  { tag: '@once' },
  async ({ page, context, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    const other = await context.newPage();
    await other.goto('/explore');
    await button(other, `Play ${title}`).click();
    await expect(playerBar(other)).toHaveAttribute('data-state', 'playing');

    const release = await reopenWithoutCode(page);
    await button(page, `Play ${title}`).click();
    await expect(playerBar(other)).toHaveAttribute('data-state', 'paused');
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);
    await playerBar(other).getByRole('button', { name: 'Play', exact: true }).click();
    await expect(button(page, `Play ${title}`)).toBeVisible();
    expect(await soundingSeconds(page)).toBe(-1);
    release();
    await expect(bootPage(page)).toHaveCount(0);
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(other)).toHaveAttribute('data-state', 'playing');
  },
);

test.describe('for a missing file', () => {
  test.use({ expectedErrors: ['status of 404'] });
  test('the app reports a press that failed before the app loaded', { tag: '@once' }, async ({ page, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    await page.route('**/public/tracks/**', (route) => route.fulfill({ status: 404 }));
    const release = await reopenWithoutCode(page);
    const refused = page.waitForResponse('**/public/tracks/**');
    await button(page, `Play ${title}`).click();
    await refused;
    await expect(button(page, `Play ${title}`)).toBeVisible();
    expect(await page.evaluate('window.boot.sound')).toBeUndefined();
    release();
    await expect(page.getByRole('alert').filter({ hasText: 'Audio file may be missing' })).toBeVisible();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'failed');
  });
});
