import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test as base } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { firstTitle, playerBar } from './player-page.ts';
import { openScriptedStation, type ScriptedStation } from './scripted-station.ts';

const test = base.extend<{ station: ScriptedStation }>({
  station: async ({ backend }, use) => {
    const station = await openScriptedStation(backend.port);
    await use(station);
    await station.close();
  },
  baseURL: async ({ station }, use) => use(station.address),
});

const toggle = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: 'ON AIR' });
const radioBar = (page: Page): Locator => page.getByRole('region', { name: 'Live radio' });

/** Records the radio's audio element when its source is set: it is never in the document. @returns a function that reads the element's position, in s */
async function watchRadioAudio(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src');
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      ...src,
      set(value) { if (String(value).includes('/radio/')) window.radioElement = this; src.set.call(this, value); },
    });
  `);
  return () => page.evaluate('window.radioElement?.currentTime ?? 0');
}

async function goOnAir(page: Page): Promise<void> {
  await toggle(page).click();
  await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');
}

test('ON AIR plays live, delays a new title until it is heard, and disconnects when stopped', async ({
  page,
  station,
  account,
}) => {
  const position = await watchRadioAudio(page);
  await signIn(page, account);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  station.stall();
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(toggle(page)).toHaveAttribute('aria-busy', 'true');
  await expect(radioBar(page)).toContainText('Connecting');
  station.recover();
  await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');
  await expect(radioBar(page)).toContainText('Night Freight');
  await expect(radioBar(page)).toContainText('Oslo Static');
  await expect.poll(position).toBeGreaterThan(0.5);
  expect(station.openStreams()).toBe(1);
  expect(
    await page.evaluate(
      '({ title: navigator.mediaSession.metadata.title, album: navigator.mediaSession.metadata.album, state: navigator.mediaSession.playbackState })',
    ),
  ).toEqual({ title: 'Night Freight', album: 'ON AIR', state: 'playing' });
  await expectAccessible(page, ['header', '[aria-label="Live radio"]']);

  // Listeners hear a new song seconds after its announcement. Returning to the page polls at once.
  const announcedAt = Date.now();
  station.playSong({ title: 'Third Rail', artist: 'Rook & Ember' }, 3);
  const shownAt = timeShown(page, 'Third Rail');
  const pollsBefore = station.polls();
  await triggerPoll(page);
  await expect.poll(() => station.polls()).toBeGreaterThan(pollsBefore);
  expect((await shownAt) - announcedAt).toBeGreaterThan(2000);

  station.playSong({ title: 'Never Heard', artist: 'Rook & Ember' });
  const secondPollsBefore = station.polls();
  await triggerPoll(page);
  await expect.poll(() => station.polls()).toBeGreaterThan(secondPollsBefore);
  await toggle(page).click();
  await expect(page.getByText('Radio stopped.')).toBeVisible();
  await expect(radioBar(page)).toHaveCount(0);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  await expect
    .poll(() =>
      page.evaluate('({ metadata: navigator.mediaSession.metadata, state: navigator.mediaSession.playbackState })'),
    )
    .toEqual({ metadata: null, state: 'none' });
  await expect.poll(() => station.openStreams()).toBe(0);
  expect(await page.evaluate('window.radioElement.hasAttribute("src")')).toBe(false);
});

/** @returns when the radio bar first shows the title, in ms since the epoch */
async function timeShown(page: Page, title: string): Promise<number> {
  return page.evaluate((wanted) => {
    const isShown = () => document.querySelector('[aria-label="Live radio"]')?.textContent.includes(wanted);
    return new Promise<number>((resolve) => {
      const check = () => (isShown() ? resolve(Date.now()) : requestAnimationFrame(check));
      check();
    });
  }, title);
}

/** Simulates a return to the page after half a minute, at which it polls. */
async function triggerPoll(page: Page): Promise<void> {
  await page.evaluate(`{
    const real = Date.now;
    Date.now = () => real() + 31000;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = real;
  }`);
}

test(
  'the radio takes over the sound; stopping it restores queue, track and position, paused [S-20]',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const title = await firstTitle(page);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.getByRole('slider', { name: 'Seek' }).fill('50');
    await expect
      .poll(() => page.getByRole('slider', { name: 'Seek' }).inputValue().then(Number))
      .toBeGreaterThanOrEqual(49);
    await goOnAir(page);
    await expect(playerBar(page)).toHaveCount(0);
    await toggle(page).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText(title);
    expect(Number(await page.getByRole('slider', { name: 'Seek' }).inputValue())).toBeGreaterThanOrEqual(49);

    await goOnAir(page);
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /^Play / })
      .click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(radioBar(page)).toHaveCount(0);
  },
);

test('the radio bar opens a sheet with the song, its track, mute and stop', async ({ page, account, station }) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  const artist = await page
    .getByRole('article')
    .first()
    .getByText(title)
    .locator('xpath=following::*[1]')
    .textContent();
  station.playSong({ title: title.toUpperCase(), artist: artist ?? '' }, 60);
  await goOnAir(page);
  await triggerPoll(page);
  await page.getByRole('button', { name: /^Open radio/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Live radio' });
  await expect(sheet).toContainText('Live radio is never counted as a play, so it earns no ⚡.');
  await sheet.getByRole('button', { name: 'Mute' }).click();
  await expect(sheet.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await sheet.evaluate((each) => Promise.all(each.getAnimations().map((animation) => animation.finished)));
  await expectAccessible(page, ['[role=dialog]']);
  await sheet.getByRole('link', { name: title.toUpperCase() }).click();
  await expect(page).toHaveURL(/\/track\//);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Open radio/ }).click();
  await sheet.getByRole('button', { name: 'Stop radio' }).click();
  await expect(page.getByText('Radio stopped.')).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test(
  'pausing disconnects, playing resumes live, and another tab can take the sound',
  { tag: '@once' },
  async ({ page, context, account, station }) => {
    await signIn(page, account);
    await goOnAir(page);
    await radioBar(page).getByRole('button', { name: 'Pause' }).click();
    await expect(radioBar(page)).toContainText('Paused');
    await expect.poll(() => station.openStreams()).toBe(0);
    await radioBar(page).getByRole('button', { name: 'Play' }).click();
    await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');
    expect(station.streamRequests()).toBe(2);

    await page.locator('body').press('Space');
    await expect(radioBar(page)).toHaveAttribute('data-state', 'paused');
    await page.locator('body').press('Space');
    await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');

    const second = await context.newPage();
    await second.goto('/explore');
    await goOnAir(second);
    await expect(radioBar(page)).toHaveAttribute('data-state', 'paused');
    await expect.poll(() => station.openStreams()).toBe(1);
  },
);

test.describe('without a connection to the station', () => {
  test.use({ expectedErrors: ['net::ERR_', 'status of 503'] });

  test(
    'the radio shows that it reconnects, and plays again when the station is back',
    { tag: '@once' },
    async ({ page, account, station }) => {
      await signIn(page, account);
      await goOnAir(page);
      station.fail();
      await expect(radioBar(page)).toContainText('Lost the station. Reconnecting');
      await expect(toggle(page)).toHaveAttribute('aria-busy', 'true');
      station.recover();
      await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');
      expect(station.openStreams()).toBe(1);
    },
  );

  test('ON AIR is disabled offline, and says why', { tag: '@once' }, async ({ page, context, account, station }) => {
    await signIn(page, account);
    await expect(toggle(page)).toBeEnabled();
    await context.setOffline(true);
    await expect(toggle(page)).toBeDisabled();
    await expect(toggle(page)).toHaveAccessibleName('ON AIR. Offline');
    await context.setOffline(false);
    await expect(toggle(page)).toBeEnabled();
    expect(station.streamRequests()).toBe(0);
  });

  test(
    'if the stream is unavailable when the radio starts, the radio says so and closes',
    { tag: '@once' },
    async ({ page, account, station }) => {
      await signIn(page, account);
      station.fail();
      await toggle(page).click();
      await expect(page.getByRole('alert').getByText('Radio stream unavailable, please try again.')).toBeVisible();
      await expect(radioBar(page)).toHaveCount(0);
      await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
    },
  );
});

test('the radio asks for a tap if the browser blocks autoplay', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  // Every press by a test counts as a user gesture, so the browser never blocks playback. Simulate one refusal.
  await page.evaluate(`
    const real = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      HTMLMediaElement.prototype.play = real;
      return Promise.reject(new DOMException('play() failed', 'NotAllowedError'));
    };
  `);
  await toggle(page).click();
  const overlay = page.getByRole('button', { name: /^Tap to continue playback/ });
  await expect(overlay).toContainText('Browser blocked autoplay');
  await overlay.click();
  await expect(radioBar(page)).toHaveAttribute('data-state', 'onAir');
});

test('anybody can listen at the gate: play, pause, mute, volume 0.7; leaving disconnects', async ({
  page,
  station,
}) => {
  await page.goto('/beta-access');
  const radio = radioBar(page);
  await expect(radio).toContainText('Night Freight');
  expect(station.streamRequests()).toBe(0);
  await expect(radio.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '70 percent');
  await radio.getByRole('button', { name: 'Play live radio' }).click();
  await expect(radio.getByRole('button', { name: 'Pause live radio' })).toHaveAttribute('data-state', 'onAir');
  await radio.getByRole('button', { name: 'Mute' }).click();
  await expect(radio.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '0 percent');
  await radio.getByRole('button', { name: 'Unmute' }).click();
  await expect(radio.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '70 percent');
  await expectAccessible(page);
  await radio.getByRole('button', { name: 'Pause live radio' }).click();
  await expect.poll(() => station.openStreams()).toBe(0);
  await radio.getByRole('button', { name: 'Play live radio' }).click();
  await expect(radio.getByRole('button', { name: 'Pause live radio' })).toHaveAttribute('data-state', 'onAir');
  await page.getByLabel('Beta passcode').fill('underground');
  await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect.poll(() => station.openStreams()).toBe(0);
});

test('the volume slider is hidden if only the device can set the volume, at any width; mute stays', async ({
  page,
  account,
}) => {
  // On iOS and iPadOS, an element's volume is always 1.
  await page.addInitScript(`
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set() {} });
  `);
  await page.goto('/beta-access');
  await expect(radioBar(page).getByRole('button', { name: 'Mute' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0);
  await signIn(page, account);
  await page.getByRole('button', { name: `Play ${await firstTitle(page)}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0);
  await goOnAir(page);
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0);
});

base(
  'the local station itself is heard, with a song of the catalogue that links to its track',
  { tag: '@once' },
  async ({ page, account }) => {
    const position = await watchRadioAudio(page);
    await signIn(page, account);
    await goOnAir(page);
    await expect.poll(position).toBeGreaterThan(0.5);
    await page.getByRole('button', { name: /^Open radio/ }).click();
    const song = page.getByRole('dialog', { name: 'Live radio' }).getByRole('link');
    // The song may change between two calls, so read and click in one.
    const title = await song.evaluate((link: HTMLElement) => {
      const words = link.textContent;
      link.click();
      return words;
    });
    await expect(page).toHaveURL(/\/track\//);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  },
);
