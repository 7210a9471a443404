import { expect, type Page } from '@playwright/test';

/** What stands before the app is a tree of its own, shut to everybody. To be called before the page opens: it is open then. */
export async function openWhatStandsBefore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      return attach.call(this, { ...options, mode: 'open' });
    };
  });
}

/** Holds the scripts of the page's next visits back. @returns lets them come */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

const isKept = (end: string) => Object.keys(localStorage).some((key) => key.endsWith(end));

/** Waits until a page at this path is kept on the device. */
export async function kept(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.evaluate(isKept, `:page ${path}`)).toBe(true);
}

/** Has the page at this path kept without a wait: as one that goes out of sight, and comes back. */
export async function keep(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => {
      for (const value of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }
      Reflect.deleteProperty(document, 'visibilityState');
    });
    expect(await page.evaluate(isKept, `:page ${path}`)).toBe(true);
  }).toPass();
}

export const standsBefore = (page: Page) => page.locator('#before');
