import { expect, type Page } from '@playwright/test';

/**
 * Waits until the worker has the whole app and this page: pages that are opened from now on start without a network. While it
 * takes the page over, `page.route` may miss a request.
 */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await isUnderWorker(page);
}

async function isUnderWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

/** Opens the page anew under the worker: its parts that come later need no network either, and it can be updated. */
export async function reloadUnderWorker(page: Page): Promise<void> {
  await waitForWorker(page);
  await page.reload();
  await isUnderWorker(page);
}

/** Has the browser look for the next version now. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => true)',
  );
}
