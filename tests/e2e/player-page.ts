import { expect, type Locator, type Page } from '@playwright/test';

export function playerBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Player' });
}

export async function seekPercent(page: Page): Promise<number> {
  return Number(await page.getByRole('slider', { name: 'Seek' }).first().inputValue());
}

export async function firstTitle(page: Page): Promise<string> {
  const button = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / });
  await expect(button).toBeVisible();
  return (await button.getAttribute('aria-label'))?.replace('Play ', '') ?? '';
}

/** Collects the audio elements in `window.sounds`: they are not in the document. Call before the page opens. */
export async function collectAudio(page: Page): Promise<void> {
  await page.addInitScript(`
    window.sounds = [];
    const Real = Audio;
    window.Audio = class extends Real { constructor(...a) { super(...a); window.sounds.push(this); } };
  `);
}

/** @returns the position of the playing element, in seconds; -1 if none plays. Needs `collectAudio`. */
export async function soundingSeconds(page: Page): Promise<number> {
  return Number(await page.evaluate('window.sounds.find((sound) => !sound.paused)?.currentTime ?? -1'));
}

export async function openQueue(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Open player/ }).click();
  await page.getByRole('dialog', { name: 'Now playing' }).getByRole('button', { name: 'Queue' }).click();
  const queue = page.getByRole('dialog', { name: 'Queue' });
  await expect(queue).toBeVisible();
  return queue;
}
