import { expect, type Page } from '@playwright/test';

/** Waits until the worker has the whole app: pages that are opened from now on start without a network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
}

/** Opens the page anew under the worker: its parts that come later need no network either, and it can be updated. */
export async function reloadUnderWorker(page: Page): Promise<void> {
  await waitForWorker(page);
  await page.reload();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

/** Has the browser look for the next version now. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => true)',
  );
}
