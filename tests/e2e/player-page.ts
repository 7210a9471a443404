import { expect, type Locator, type Page } from '@playwright/test';

export function playerBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Player' });
}

/** Where the seek slider stands, 0 to 100. */
export async function seekPercent(page: Page): Promise<number> {
  return Number(await page.getByRole('slider', { name: 'Seek' }).first().inputValue());
}

/** Title of the first card of Explore. */
export async function firstTitle(page: Page): Promise<string> {
  const button = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / });
  await expect(button).toBeVisible();
  return (await button.getAttribute('aria-label'))?.replace('Play ', '') ?? '';
}
