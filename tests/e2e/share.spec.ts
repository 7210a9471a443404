import { expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { establishAccount } from './people.ts';
import { playStateOf } from './server-state.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['Failed to load resource', 'WebSocket', 'ERR_'] });

test('a share asks for confirmation, costs three ZAPs immediately, also offline, and only once, and can be removed', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  await signIn(page, account);
  await reloadUnderWorker(page);
  await expect(page.getByRole('button', { name: '60 ZAPs' })).toBeVisible();
  const card = page.getByRole('list', { name: 'Tracks' }).getByRole('article').first();
  const title = ((await card.getAttribute('aria-label')) ?? '').replace(/ by .*/, '');
  const more = card.getByRole('button', { name: `More for ${title}` });
  await more.click();
  const row = page.getByRole('dialog').getByRole('button', { name: 'Share to your profile (3⚡)' });
  await row.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  backend.wire.cut();
  await more.click();
  await row.click();
  const dialog = page.getByRole('alertdialog', { name: 'Share this track?' });
  await expect(dialog).toContainText(
    'This track will be shown publicly in your profile under "Tracks I Shared". This action costs 3⚡ Zaps.',
  );
  await expect(dialog).toContainText('57');
  await expectAccessible(page, ['[role=alertdialog]']);
  await dialog.getByRole('button', { name: 'Share Track' }).click();
  await expect(page.getByRole('button', { name: /^57 ZAPs/ })).toBeVisible();
  const shared = page.getByRole('list', { name: 'Shared by the Community' });
  await expect(shared.getByRole('article', { name: title })).toContainText('Waiting to send');

  backend.wire.mend();
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect(page.getByText('Track shared to your profile + community 🎵')).toBeVisible();
  await expect(shared.getByText('shared by Ines Calder')).toBeVisible();
  expect((await playStateOf(backend, account.email)).zaps).toBe(57);
  const rows = await backend.sql`select is_shared from public.shared_tracks where user_id = ${me}`;
  expect(rows.map(({ is_shared: isShared }) => Boolean(isShared))).toEqual([true]);

  await more.click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove from your shared list' }).click();
  await expect(page.getByText('Track removed from your shared list')).toBeVisible();
  await expect(shared.getByText('shared by Ines Calder')).toHaveCount(0);
});

test('below level 3 Share is locked and says when it unlocks', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  const share = page.getByRole('button', { name: /^Share to your profile/ });
  await expect(share).toHaveAttribute('aria-disabled', 'true');
  await expect(share).toContainText('Unlocks at Level 3 – keep listening and earning Zaps!');
});
