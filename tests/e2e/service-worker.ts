import { expect, type Page } from '@playwright/test';

/** Waits until the service worker controls the page: before that, `page.route` may miss a request. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expectControlled(page);
}

async function expectControlled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

/** Reloads the page under the worker's control: lazy parts then load offline, and updates work. */
export async function reloadUnderWorker(page: Page): Promise<void> {
  await waitForWorker(page);
  await page.reload();
  await expectControlled(page);
}

export async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => true)',
  );
}
