import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { focusBy, tabTo } from './by-keyboard.ts';
import { createAccount, createOther, establish, establishAccount, giveTrack, idOf } from './people.ts';

const reasonOf = (page: Page) =>
  page.getByRole('textbox', { name: 'Reason (shown to the person if you hide or silence)' });

test('an operator decides by keyboard about a report that a person sent, undoes it, and the artist reads the reason', async ({
  page,
  browser,
  backend,
  account,
  expectedErrors,
}) => {
  // For people who are not operators, the page does not exist, and the server refuses its requests.
  expectedErrors.push('403');
  const artist = await establishAccount(backend, account, 'Tin Orchard');
  const title = `No Signal ${randomUUID().slice(0, 8)}`;
  const track = await giveTrack(backend, artist, title);
  const [fan, mara] = [
    { email: `${randomUUID()}@example.com`, password: 'a long password' },
    { email: `${randomUUID()}@example.com`, password: 'a long password' },
  ];
  for (const [each, name] of [[fan, 'Moth Parade'] as const, [mara, 'Mara Quill'] as const]) {
    await createAccount(backend, each);
    await establish(backend, await idOf(backend, each.email), name);
  }
  const open = async (each: typeof fan, path: string) => {
    const { viewport, deviceScaleFactor } = test.info().project.use;
    const context = await browser.newContext({ viewport: viewport ?? null, deviceScaleFactor: deviceScaleFactor ?? 1 });
    const opened = await context.newPage();
    await openSignedIn(opened, each, path);
    return opened;
  };

  const fanPage = await open(fan, `/profile/${artist}`);
  await fanPage
    .getByRole('main')
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await fanPage.getByRole('button', { name: 'Report', exact: true }).click();
  const sheet = fanPage.getByRole('dialog', { name: 'Report', exact: true });
  await sheet.getByRole('radio', { name: 'Not their recording' }).check();
  await sheet.getByLabel('Details').fill('This is the B side of a 1998 single, pitched up.');
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(fanPage.getByText('Report sent')).toBeVisible();
  for (const name of ['Juno Hatch', 'Moss Telephone']) {
    const other = await createOther(backend, name);
    await backend.sql`insert into public.reports (reporter_id, subject, subject_id, person_id, reason, excerpt)
                      values (${artist}, 'profile', ${other}, ${other}, 'impersonation', ${name})`;
  }

  await fanPage.goto('/operator');
  await expect(fanPage.getByText('404')).toBeVisible();
  await expect(fanPage.getByText('Reports')).toHaveCount(0);

  await backend.sql`select private.set_operator(${mara.email}, true)`;
  const operator = await open(mara, '/operator');
  await expect(operator.getByRole('heading', { name: 'Operator' })).toBeVisible();
  const row = operator.getByRole('button', { name: new RegExp(`^${title}`) });
  await expect(row).toBeVisible();
  const rows = operator.getByRole('region', { name: 'Reports' }).locator('li > * > button[aria-expanded]');
  await focusBy(operator, 'j', rows.last());
  await focusBy(operator, 'k', row);
  await operator.keyboard.press('Enter');
  await expect(operator.getByText('“This is the B side of a 1998 single, pitched up.”')).toBeVisible();
  await expect(operator.getByText('What else of them')).toBeVisible();
  await tabTo(operator, reasonOf(operator));
  await operator.keyboard.type('Same count-in, checked against the single');
  await expectAccessible(operator);
  expect(await operator.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await operator.screenshot({ path: test.info().outputPath('operator.png'), fullPage: true });
  const silence = operator.getByRole('button', { name: 'Silence' });
  await tabTo(operator, silence);
  await operator.keyboard.press('Enter');
  await expect(operator.getByRole('menu')).toBeFocused();
  await operator.keyboard.press('Escape');
  await expect(silence).toBeFocused();
  await focusBy(operator, 'Shift+Tab', operator.getByRole('button', { name: 'Hide track' }));
  await operator.keyboard.press('Enter');
  await expect(operator.getByText('Track hidden')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(rows.and(operator.locator(':focus'))).toHaveCount(1);

  await openSignedIn(page, account, '/profile');
  await expect(page.getByText(`An operator hid “${title}”`)).toBeVisible();
  await expect(page.getByText('Same count-in, checked against the single')).toBeVisible();

  const undone = operator.getByText('Undone. The reports are open again.');
  await operator.getByText(/^Hidden \d/).click();
  await expect(operator.getByRole('region', { name: 'Reports' }).getByText('Mara Quill')).toBeVisible();
  await operator.getByRole('button', { name: `Undo: ${title}` }).click();
  await expect(undone).toBeVisible();
  const [state] = await backend.sql`select is_public, hidden_at from public.tracks where id = ${track}`;
  expect(state).toEqual({ is_public: true, hidden_at: null });
  await expect(undone).toHaveCount(0);

  await operator.getByText(/^Open \d/).click();
  await row.click();
  await reasonOf(operator).fill('Their own after all');
  await operator.getByRole('button', { name: 'Dismiss' }).click();
  await expect(row).toHaveCount(0);
  await operator.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(undone).toBeVisible();
  await expect(row).toBeVisible();
  await fanPage.context().close();
  await operator.context().close();
});
