import { playCountOf, playStateOf } from './server-state.ts';
import { expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { enqueueAll } from './people.ts';
import { firstTitle, playerBar, seekPercent } from './player-page.ts';

test(
  'thirty seconds of listening count once and add ZAPs to the balance',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    const before = await playCountOf(backend, title);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(page.locator('[data-part=zap-badge]')).toBeVisible({ timeout: 50_000 });
    // One ZAP for the play, and one as the bonus of an account's first play.
    await expect(page.locator('#profile-area')).toHaveText('2');
    expect(await playStateOf(backend, account.email)).toMatchObject({
      zaps: 2,
      ledgerSum: 2,
      playActions: 1,
      plays: 1,
    });
    expect(await playCountOf(backend, title)).toBe(before + 1);
    await page.getByRole('button', { name: 'You', exact: true }).click();
    await expect(page.getByRole('progressbar', { name: 'Level 1' })).toHaveAttribute('aria-valuenow', '2');
    await expect(page.getByText('1/10', { exact: true })).toBeVisible();
  },
);

test('seek, pause, resume, next, previous, queue, volume and keys work', async ({ page, account, isMobile }) => {
  await signIn(page, account);
  const titles = await page
    .getByRole('article')
    .getByRole('button', { name: /^Play / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replace('Play ', '') ?? ''));
  await page.getByRole('button', { name: `Play ${titles[0]}`, exact: true }).click();
  const bar = playerBar(page);
  await expect(bar).toHaveAttribute('data-state', 'playing');
  await expect(bar).toContainText(titles[0] ?? '');

  await page.getByRole('slider', { name: 'Seek' }).fill('50');
  await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(49.5);
  expect(await seekPercent(page)).toBeLessThan(60);
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^0:\d\d of \d:\d\d$/);

  await page.locator('body').press('Space');
  await expect(bar).toHaveAttribute('data-state', 'paused');
  await page.locator('body').press('Space');
  await expect(bar).toHaveAttribute('data-state', 'playing');
  await page.locator('body').press('n');
  await expect(bar).toContainText(titles[1] ?? '');
  await page.locator('body').press('p');
  await expect(bar).toContainText(titles[0] ?? '');
  await expect.poll(() => seekPercent(page)).toBeLessThan(20);
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  if (!isMobile) {
    await page.getByRole('slider', { name: 'Volume' }).fill('40');
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '40 percent');
    // A focused slider would handle the key.
    await page.getByRole('slider', { name: 'Volume' }).blur();
    await page.locator('body').press('ArrowUp');
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '45 percent');
    await page.locator('body').press('ArrowDown');
    await page.locator('body').press('m');
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await page.locator('body').press('m');
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '40 percent');
  }

  await page.getByRole('button', { name: /^Open player/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Now playing' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page, ['[role=dialog]']);
  await sheet.getByRole('button', { name: 'Queue' }).click();
  const queue = page.getByRole('dialog', { name: 'Queue' });
  const grip = queue.getByRole('button', { name: `Move ${titles[0]}`, exact: true });
  for (const key of [' ', 'ArrowDown', ' ']) await grip.press(key);
  await expect(queue.getByRole('listitem').nth(1)).toContainText(titles[0] ?? '');
  await expect(queue.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'true');
});

test('playback is paused at the same position after a reload', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('slider', { name: 'Seek' }).fill('60');
  await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(59);
  await page.locator('body').press('Space');
  const savedPercent = await seekPercent(page);
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  await page.reload();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  await expect(playerBar(page)).toContainText(title);
  await expect.poll(() => seekPercent(page)).toBeGreaterThan(savedPercent - 1.5);
  await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  expect(await seekPercent(page)).toBeGreaterThan(savedPercent - 1.5);
});

test(
  'the player shows the saved position while a restored track loads slowly, and keeps it over another reload',
  { tag: '@once' },
  async ({ page, account, backend }) => {
    await signIn(page, account);
    await page.getByRole('button', { name: `Play ${await firstTitle(page)}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.addInitScript(`
    if (!sessionStorage.getItem('moved')) {
      const key = Object.keys(localStorage).find((each) => each.endsWith('player-place'));
      localStorage.setItem(key, JSON.stringify({ index: 1, positionS: 20, volume: 1 }));
      sessionStorage.setItem('moved', 'yes');
    }
  `);
    await page.reload();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText('0:20');
    backend.wire.hold();
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'loading');
    await expect(playerBar(page)).toContainText('Waiting for the network', { timeout: 4_000 });
    await expect(page.getByRole('button', { name: 'Waiting for the network' })).toBeVisible({ timeout: 4_000 });
    await expect(playerBar(page)).toContainText('0:20');
    await page.locator('body').press('ArrowRight');
    await expect(playerBar(page)).toContainText('0:30');
    await page.locator('body').press('ArrowLeft');
    backend.wire.release();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(page.getByText('Waiting for the network')).toHaveCount(0);
    await expect(playerBar(page)).toContainText('0:2');
    await page.reload();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText('0:2');
  },
);

test(
  'a toast shows why the server refused a play; there is none if it was already counted',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const play = async (progressMs: number) => {
      const [trackId] = await page.evaluate(() =>
        window.undercurrent
          .explore({ search: '', genre: null })
          .get()
          .tracks.map(({ id }) => id),
      );
      await enqueueAll(page, [['play.record', { track_id: trackId, progress_ms: progressMs, is_manual: true }]]);
    };
    await play(40_000);
    await expect(page.locator('#profile-area')).toHaveText('2');
    await play(40_000);
    await expect.poll(() => page.evaluate(() => window.undercurrent.pending.get().length)).toBe(0);
    await play(1000);
    const refusal = page.getByRole('alert').filter({ hasText: 'ZAP Error' });
    await expect(refusal).toContainText('Not enough of this track was heard for it to count.');
    await expect(refusal).toHaveCount(1);
  },
);

test('the lock screen shows the track, and its keys control playback', { tag: '@once' }, async ({ page, account }) => {
  await page.addInitScript(`
    window.lockScreen = {};
    const real = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (name, handler) => { window.lockScreen[name] = handler; real(name, handler); };
  `);
  await signIn(page, account);
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  expect(
    await page.evaluate(
      '({ title: navigator.mediaSession.metadata.title, state: navigator.mediaSession.playbackState })',
    ),
  ).toEqual({ title, state: 'playing' });
  await page.evaluate("window.lockScreen.pause({ action: 'pause' })");
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  await page.evaluate("window.lockScreen.seekto({ action: 'seekto', seekTime: 20 })");
  await expect(playerBar(page)).toContainText('0:20');
  await page.evaluate("window.lockScreen.seekforward({ action: 'seekforward' })");
  await expect(playerBar(page)).toContainText('0:30');
  await page.evaluate("window.lockScreen.seekbackward({ action: 'seekbackward', seekOffset: 20 })");
  await expect(playerBar(page)).toContainText('0:10');
  await page.evaluate("window.lockScreen.play({ action: 'play' })");
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.evaluate("window.lockScreen.nexttrack({ action: 'nexttrack' })");
  await expect(playerBar(page)).not.toContainText(title);
});

test(
  'the player asks for a tap if the browser blocks autoplay, and then plays',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    // Every press by a test counts as a user gesture, so the browser never blocks playback. Simulate one refusal.
    await page.evaluate(`
    const real = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      HTMLMediaElement.prototype.play = real;
      return Promise.reject(new DOMException('play() failed', 'NotAllowedError'));
    };
  `);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    const overlay = page.getByRole('button', { name: /Tap to continue playback/ });
    await expect(overlay).toContainText('Browser blocked autoplay');
    await overlay.click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  },
);
