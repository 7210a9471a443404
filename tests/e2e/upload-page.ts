import { expect, type Locator, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';

/** Of tests/fixtures. */
export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** An MP3 of another encoder than ours: variable bit rate, with a picture in it. */
export const outside = fixture('outside-vbr-art.mp3');

/** Fills what a track must have but the file. */
export async function describeTrack(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByLabel('Artist name').fill('The Outsiders');
  await page.getByLabel('Genre').selectOption('Experimental');
  await page.getByLabel('Description').fill('Made elsewhere.');
  await page.getByLabel('I own the rights to this recording').check();
}

/** Picks the MP3 of another encoder, and waits until its tags have filled the title. */
export async function chooseOutside(page: Page): Promise<void> {
  await page.getByLabel('Choose an MP3').setInputFiles(outside);
  await expectTagsRead(page);
}

export async function expectTagsRead(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/./);
}

/** The whole form, ready to be sent. */
export async function fillForm(page: Page, title: string): Promise<void> {
  await chooseOutside(page);
  await describeTrack(page, title);
}

/** What a page may send in a second: the file takes about ten seconds, or longer than any test that gives it up. */
const SLOW = 60_000;
export const CRAWLING = 12_000;

/** Slows what this page sends, to so many bytes a second. */
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

/** Sends what the form holds, slowly, and waits until so much of it is there. */
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
