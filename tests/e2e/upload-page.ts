import { expect, type Locator, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';

export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** An MP3 by another encoder, with a variable bit rate and an embedded picture. */
export const thirdPartyMp3 = fixture('outside-vbr-art.mp3');

export async function describeTrack(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByLabel('Artist name').fill('The Outsiders');
  await page.getByLabel('Genre').selectOption('Experimental');
  await page.getByLabel('Description').fill('Made elsewhere.');
  await page.getByLabel('I own the rights to this recording').check();
}

export async function chooseThirdPartyMp3(page: Page): Promise<void> {
  await page.getByLabel('Choose an MP3').setInputFiles(thirdPartyMp3);
  await expectTagsRead(page);
}

export async function expectTagsRead(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/./);
}

export async function fillForm(page: Page, title: string): Promise<void> {
  await chooseThirdPartyMp3(page);
  await describeTrack(page, title);
}

/** Upload rate in bytes per second, at which the file takes several seconds. */
const SLOW = 60_000;
/** Upload rate in bytes per second, at which an upload outlasts the tests that abort it. */
export const CRAWLING = 12_000;

export async function slowUploads(page: Page, bytesPerSecond = SLOW): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** Presses Upload, and returns once this percentage is sent. */
export async function sendSlowly(page: Page, percent: number, bytesPerSecond = SLOW): Promise<void> {
  await slowUploads(page, bytesPerSecond);
  await page.getByRole('button', { name: 'Upload track' }).click();
  await expect.poll(() => percentOf(page), { timeout: 40_000, intervals: [100] }).toBeGreaterThanOrEqual(percent);
}

export async function percentOf(page: Page): Promise<number> {
  return Number((await page.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')) ?? '0');
}

export function success(page: Page): Locator {
  return page.getByRole('heading', { name: 'Track uploaded successfully!' });
}
