import { expect, type Page } from '@playwright/test';

/** Opens the boot page's closed shadow root. Call before the page opens. */
export async function openBootShadowRoot(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      return attach.call(this, { ...options, mode: 'open' });
    };
  });
}

/** Holds back the app's scripts. @returns a function that releases them */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

const hasSnapshot = (suffix: string) => Object.keys(localStorage).some((key) => key.endsWith(suffix));

export async function waitForSnapshot(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.evaluate(hasSnapshot, `:page ${path}`)).toBe(true);
}

/** Makes the page report itself hidden, then visible, until the app has saved a snapshot of it. */
export async function forceSnapshot(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => {
      for (const value of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }
      Reflect.deleteProperty(document, 'visibilityState');
    });
    expect(await page.evaluate(hasSnapshot, `:page ${path}`)).toBe(true);
  }).toPass();
}

export const bootPage = (page: Page) => page.locator('#before');
