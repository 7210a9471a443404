import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses before `focusBy` gives up. */
const MAX_STOPS = 150;

/** Moves the focus to the target by this key alone; each stop must be visible. */
export async function focusBy(page: Page, key: 'Tab' | 'Shift+Tab' | 'j' | 'k', target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const hiddenElement = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === null ||
        activeElement === document.body ||
        activeElement.checkVisibility({ visibilityProperty: true })
        ? null
        : activeElement.outerHTML.slice(0, 200);
    });
    expect(hiddenElement).toBeNull();
  }
  throw new Error(`The key ${key} does not reach ${target.toString()}`);
}

export const tabTo = (page: Page, target: Locator) => focusBy(page, 'Tab', target);
