import type { Page } from '@playwright/test';
import { playStateOf } from './server-state.ts';
import { type Backend, expect, openSignedIn, passGate, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { createOther, establish, establishAccount, giveTrack } from './people.ts';
import { reloadUnderWorker, waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch', 'Failed to load resource'] });

const openStore = async (page: Page) => {
  await page.getByRole('button', { name: 'Open ZAP Store' }).click();
  const store = page.getByRole('dialog', { name: 'ZAP Store' });
  await expect(store).toBeVisible();
  const rows = store.getByRole('list', { name: 'ZAP Store' }).locator('> li');
  // A pack's odds also name other items, so match exactly.
  return { store, item: (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) }) };
};

async function expectBalance(page: Page, backend: Backend, email: string, zaps: number) {
  // An open dialog hides the balance chip from the accessibility tree.
  await expect(page.locator('#profile-area')).toHaveAttribute('aria-label', `${zaps} ZAPs`);
  expect(await playStateOf(backend, email)).toMatchObject({ zaps, ledgerSum: zaps });
}

test('an item is bought once even if the response is lost; owned items, missing ZAPs and highlights show', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  await giveTrack(backend, me, 'Harbour Rain');
  const track = await giveTrack(backend, me, 'Linoleum');
  await openSignedIn(page, account, '/store');
  await expect(page.getByRole('heading', { name: 'ZAP Store', level: 1 })).toBeVisible();
  for (const [name, price] of [
    ['Glow Border', '20 ZAPs'],
    ['Supporter Badge', '30 ZAPs'],
    ['Track Highlight', '15 ZAPs'],
    ['Mystery Pack', '25 ZAPs'],
  ] as const)
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first()).toContainText(price);
  await expectUsable(page);
  const { store, item } = await openStore(page);
  await expect(store.getByRole('list', { name: 'ZAP Store' }).locator('> li')).toContainText([
    'Track Highlight',
    'Glow Border',
    'Mystery Pack',
    'Supporter Badge',
    'Vault Access Key',
  ]);
  await expectUsable(page);
  const tooExpensive = item('Vault Access Key').getByRole('button', { name: 'Need 90 more ZAPs' });
  await tooExpensive.press('Enter');
  await expect(page.getByText('Insufficient ZAPs')).toBeVisible();
  await expect(page.getByText('You need 150 ZAPs but only have 60')).toBeVisible();

  await item('Glow Border').getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Buy Glow Border?' });
  await expect(confirmation).toContainText('This costs20');
  await expect(confirmation).toContainText('Your balance after this6040');
  await expectUsable(page);
  backend.wire.hold();
  await confirmation.getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
  await expect(confirmation.getByRole('button', { name: 'Purchasing...' })).toBeVisible();
  await expect.poll(async () => (await playStateOf(backend, account.email)).zaps).toBe(40);
  backend.wire.cut();
  backend.wire.release();
  await expect(confirmation).toContainText('No answer came. Trying again pays once.');
  backend.wire.mend();
  await page.evaluate(() => window.undercurrent.syncNow());
  await confirmation.getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
  await expect(page.getByText('Glow Border is yours!')).toBeVisible();
  await expect(item('Glow Border').getByRole('button', { name: 'Owned' })).toBeVisible();
  await expectBalance(page, backend, account.email, 40);

  await item('Track Highlight').getByRole('button', { name: 'Buy for 15 ZAPs' }).click();
  const highlight = page.getByRole('alertdialog', { name: 'Buy Track Highlight?' });
  await highlight.getByRole('radio', { name: 'Linoleum' }).check();
  await highlight.getByRole('button', { name: 'Buy for 15 ZAPs' }).click();
  await expect(page.getByText('Track Highlight is yours!')).toBeVisible();
  await expect(item('Track Highlight')).toContainText(/Linoleum stands out until \d+ \w+, \d\d:\d\d\./);
  await expect(item('Track Highlight')).not.toContainText('Harbour Rain');
  await expectBalance(page, backend, account.email, 25);
  const purchases = await backend.sql`
    select metadata ->> 'item_name' as item, zap_value from public.zap_actions
    where user_id = ${me} and action_type = 'store_purchase' order by created_at`;
  expect([...purchases]).toEqual([
    { item: 'Glow Border', zap_value: -20 },
    { item: 'Track Highlight', zap_value: -15 },
  ]);

  await expect(item('Mystery Pack').getByRole('list', { name: 'Odds' })).toContainText('Glow Border for 7 days10%');
  await item('Mystery Pack').getByRole('button', { name: 'Buy for 25 ZAPs' }).click();
  await page
    .getByRole('alertdialog', { name: 'Buy Mystery Pack?' })
    .getByRole('button', { name: 'Buy for 25 ZAPs' })
    .click();
  const reveal = page.getByRole('dialog', { name: 'Mystery Pack' });
  await expect(reveal.getByRole('button', { name: 'Done' })).toBeVisible();
  const [drawn] = await backend.sql<{ prize: string; zaps: number }[]>`
    select metadata ->> 'prize' as prize, zap_value as zaps from public.zap_actions
    where user_id = ${me} and action_type = 'mystery_prize'`;
  await expect(reveal.getByRole('status')).toContainText(drawn?.prize ?? 'a prize');
  await expect(reveal.getByRole('list', { name: 'Odds' }).locator('[aria-current]')).toContainText(drawn?.prize ?? '');
  await expectUsable(page);
  await expectBalance(page, backend, account.email, drawn?.zaps ?? 0);
  await reveal.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await expect(store).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open ZAP Store' })).toBeFocused();

  await page.goto('/explore?q=Linoleum');
  await expect(page.getByRole('article', { name: 'Linoleum by Ines Calder' })).toContainText('Highlight');
  await page.goto('/profile');
  await expect(page.locator('main [data-glows]').first()).toBeVisible();
  await backend.sql`update public.tracks set deleted_at = now() where user_id = ${me} and id <> ${track}`;
  await backend.sql`update public.tracks set deleted_at = now() where user_id = ${me}`;
});

test(
  'the weekly leaderboard shows one’s own rank, and the store opens offline',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    const hostile = `<script>alert(1)</script>\u202e🎛️${'x'.repeat(20)}`;
    const others = await Promise.all(
      Array.from({ length: 11 }, (_, i) => createOther(backend, i === 0 ? hostile : `Runner ${i}`)),
    );
    for (const [i, id] of others.entries())
      await backend.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                      values (${id}, 'zap', ${500 - i}, (now() at time zone 'utc')::date)`;
    await backend.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                    values (${me}, 'zap', 7, (now() at time zone 'utc')::date)`;
    await openSignedIn(page, account, '/store');
    const board = page.getByRole('region', { name: 'This Week' });
    await expect(board).toContainText('Updates every 5 minutes');
    const rows = board.getByRole('list', { name: 'This Week' }).getByRole('listitem');
    await expect(rows).toHaveCount(10);
    const expected = await backend.sql<{ name: string; total: number }[]>`
    select p.artist_name as name, w.zaps_earned as total from public.zap_weeks w
    join public.user_profiles p on p.id = w.user_id
    where w.week_start = date_trunc('week', now() at time zone 'utc')::date
    order by w.zaps_earned desc, w.reached_at limit 10`;
    await expect(rows).toContainText(expected.map(({ name, total }) => new RegExp(`${escaped(name)}.*${total}`)));
    const ownPlace = board.getByRole('list', { name: 'Your place' });
    await expect(ownPlace).toContainText('You');
    await expect(ownPlace).toContainText('7');
    await expectUsable(page);

    await reloadUnderWorker(page);
    await expect(ownPlace).toContainText('7');
    backend.wire.cut();
    await page.goto('/store');
    await expect(rows).toHaveCount(10);
    await expect(board).toContainText(/Last known, .* ago/);
    const { item } = await openStore(page);
    await item('Glow Border').getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Buy Glow Border?' });
    await expect(confirmation.getByRole('status')).toHaveText(
      'Needs a connection. Nothing was spent.Purchases are not kept for later.',
    );
    await expect(confirmation.getByRole('button', { name: 'Buy for 20 ZAPs' })).toBeDisabled();
    backend.wire.mend();
    // Other tests see the same leaderboard, so remove these people.
    await backend.sql`delete from public.user_profiles where id = any(${others})`;
  },
);

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

test(
  'a guest sees the store and is asked to sign in; a failed purchase shows why, and a sold-out item is disabled',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await passGate(page);
    await page.goto('/store');
    await expect(page.getByText('Sign in to earn and spend ZAPs')).toBeVisible();
    const { item } = await openStore(page);
    await item('Glow Border').getByRole('button', { name: 'Sign in to Purchase' }).click();
    await expect(page.getByText('Authentication Required')).toBeVisible();
    await expect(page.getByText('Please sign in to make purchases')).toBeVisible();
    await page.waitForURL('**/auth');

    const me = await establishAccount(backend, account, 'Ines Calder');
    await establish(backend, me, 'Ines Calder', 100);
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/store');
    await expect(page.locator('#profile-area')).toHaveAccessibleName('160 ZAPs');
    await waitForWorker(page);
    const signedInStore = await openStore(page);
    const buy = async () => {
      await signedInStore.item('Supporter Badge').getByRole('button', { name: 'Buy for 30 ZAPs' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Buy for 30 ZAPs' }).click();
    };
    await page.route('**/rpc/purchase_store_item', (route) => route.fulfill({ status: 503, body: '{}' }));
    await buy();
    await expect(page.getByText('Purchase Error')).toBeVisible();
    await expect(page.getByText('Failed to complete purchase')).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/rpc/purchase_store_item');
    await backend.sql`update public.store_items set stock = 0 where name = 'Mystery Pack'`;
    try {
      await page.evaluate(() => window.undercurrent.syncNow());
      await expect(signedInStore.item('Mystery Pack').getByRole('button', { name: 'Sold out' })).toBeVisible();
    } finally {
      await backend.sql`update public.store_items set stock = null where name = 'Mystery Pack'`;
    }
    await buy();
    await expect(page.getByText('Supporter Badge is yours!')).toBeVisible();
    await expectBalance(page, backend, account.email, 130);
  },
);
