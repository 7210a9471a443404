import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { focusBy, tabTo } from './by-keyboard.ts';
import { createAccount, establish, establishAccount, giveTrack, idOf } from './people.ts';

const expectNoSidewaysScroll = async (page: Page) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
};

// The tests of a worker share its server, and other tests buy this item at the specified price.
test.afterEach(async ({ backend }) => {
  await backend.sql`update public.store_items set zap_cost = 20 where name = 'Glow Border'`;
});

test('an artist appeals, an operator undoes the decision, changes a price and invites a newcomer', async ({
  page,
  browser,
  backend,
  account,
}) => {
  const artist = await establishAccount(backend, account, 'Tin Orchard');
  const title = `No Signal ${randomUUID().slice(0, 8)}`;
  const track = await giveTrack(backend, artist, title);
  await backend.sql`select public.set_track_hidden(${track}, true)`;
  const mara = { email: `${randomUUID()}@example.com`, password: 'a long password' };
  await createAccount(backend, mara);
  await establish(backend, await idOf(backend, mara.email), 'Mara Quill');
  await backend.sql`select private.set_operator(${mara.email}, true)`;
  const { viewport } = test.info().project.use;

  await openSignedIn(page, account, '/profile');
  await page.getByRole('button', { name: 'Ask for another look' }).click();
  await page.getByLabel('Why should the decision change?').fill('It is my own recording.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to the operators')).toBeVisible();
  await expect(page.getByText('You asked for another look. The answer will be here.')).toBeVisible();

  const operator = await (await browser.newContext({ viewport: viewport ?? null })).newPage();
  await openSignedIn(operator, mara, '/operator');
  await operator.getByText(/^Appeals \d/).click();
  await operator.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await expect(operator.getByText('It is my own recording.')).toBeVisible();
  await operator.getByLabel('Reason (shown to the person)').fill('Their own after all');
  await expectAccessible(operator);
  await operator.screenshot({ path: test.info().outputPath('appeal.png'), fullPage: true });
  await operator.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(operator.getByText('Decision undone')).toBeVisible();
  await page.reload();
  await expect(page.getByText(`“${title}” is shown again`)).toBeVisible();
  await expect(page.getByText('Their own after all')).toBeVisible();

  await page.goto('/store');
  await expect(page.getByText('Glow Border').first()).toBeVisible();
  // By keyboard: leave the form, open it again and save.
  const keyboard = operator.keyboard;
  const change = operator.getByRole('button', { name: 'Change: Glow Border' });
  await change.focus();
  await keyboard.press('Enter');
  await tabTo(operator, operator.getByRole('button', { name: 'Cancel' }));
  await keyboard.press('Enter');
  await expect(operator.getByLabel('Price in ZAPs')).toHaveCount(0);
  await expect(change).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(operator, operator.getByLabel('Price in ZAPs'));
  await keyboard.type('23');
  await expect(operator.getByLabel('Price in ZAPs')).toHaveValue('23');
  await tabTo(operator, operator.getByLabel('Reason (for the log)'));
  await keyboard.type('It sells well');
  await keyboard.press('Enter');
  await expect(operator.getByText('Changed: Glow Border')).toBeVisible();
  await expect(change).toBeFocused();
  await expect(page.getByRole('main').getByText('23').first()).toBeVisible({ timeout: 10_000 });

  const note = operator.getByLabel('Note (operators read it)');
  await focusBy(operator, 'Shift+Tab', note);
  await keyboard.type('For one newcomer');
  await keyboard.press('Enter');
  const code = await operator.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
  await expect(operator.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectNoSidewaysScroll(operator);
  await tabTo(operator, operator.getByRole('button', { name: 'Done' }));
  await keyboard.press('Enter');
  await expect(operator.getByRole('button', { name: 'Make invitation' })).toBeFocused();
  const newcomer = await (await browser.newContext({ viewport: viewport ?? null })).newPage();
  await newcomer.goto(`/beta-access#invite=${code}.`);
  await expect(newcomer.getByLabel('Beta passcode')).toHaveValue(code ?? '');
  await newcomer.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await newcomer.waitForURL('**/auth');
  const late = await (await browser.newContext({ viewport: viewport ?? null })).newPage();
  await late.goto(`/beta-access#invite=${code}`);
  await late.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await expect(late.getByText('Invalid passcode')).toBeVisible();
  for (const opened of [operator, newcomer, late]) await opened.context().close();
});
