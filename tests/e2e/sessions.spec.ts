import type { Page } from '@playwright/test';
import { ownerName } from '../../sync/core/names.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, signIn, test } from './fixtures.ts';
import { idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

// The server refuses the requests of the device that was signed out.
test.use({
  expectedErrors: ['status of 400', 'status of 401', 'net::ERR_', 'WebSocket connection to', 'Failed to fetch'],
});

/** Names of all databases and caches of the browser, and the keys in its local storage. */
const storedNames = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return [...databases, ...(await caches.keys()), ...Object.keys(localStorage)];
  });

test(
  '[S-5] a person signs out another device, which deletes their data at its next contact',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    const context = await browser.newContext({ baseURL: backend.address });
    const phone = await context.newPage();
    await signIn(phone, account);
    await reloadUnderWorker(phone);
    const owner = ownerName(await idOf(backend, account.email));
    const ofPerson = async () => (await storedNames(phone)).filter((name) => name.includes(owner));
    expect(await ofPerson()).not.toEqual([]);

    await signIn(page, account);
    await page.goto('/device');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions.getByRole('listitem').first()).toContainText('This device');
    await expectAccessible(page);
    // Of the two other sessions, one was opened outside of a browser, by the confirmation of the address.
    await expect(
      sessions.getByRole('button', { name: /^End session: Chrome on (Linux|Android), Used within/ }),
    ).toHaveCount(1);
    await sessions.getByRole('button', { name: 'End all 2 other sessions' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'The device is signed out and deletes your data when it next reaches the server',
    );
    await question.getByRole('button', { name: 'End session', exact: true }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(sessions.getByRole('listitem')).toContainText('This device');

    await phone.evaluate(() => window.undercurrent.syncNow());
    await expect(phone.getByText('This device was signed out')).toBeVisible({ timeout: 30_000 });
    await expect(phone.getByRole('textbox', { name: /passcode/i })).toBeVisible();
    await expect.poll(ofPerson, { timeout: 30_000 }).toEqual([]);
    await phone.goto('/explore');
    await expect(phone.getByRole('textbox', { name: /passcode/i })).toBeVisible();
    await context.close();

    // This device stays signed in.
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
  },
);
