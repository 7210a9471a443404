import type { Locator, Page } from '@playwright/test';
import { playStateOf } from './server-state.ts';
import { type Backend, expect, signIn, test } from './fixtures.ts';
import { establishAccount } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['Failed to load resource', 'WebSocket', 'ERR_', 'Failed to fetch'] });

/** An open sheet hides the balance chip from the accessibility tree, so locate it by its id. */
const expectBalance = (page: Page, label: string): Promise<void> =>
  expect(page.locator('#profile-area')).toHaveAttribute('aria-label', label);
const card = (page: Page, title: string): Locator =>
  page
    .getByRole('list', { name: 'Tracks' })
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: `More for ${title}` }) });

async function titlesOf(page: Page): Promise<readonly [string, string, string]> {
  const names = page.getByRole('list', { name: 'Tracks' }).getByRole('button', { name: /^More for / });
  await expect(names.nth(2)).toBeVisible();
  const [a = '', b = '', c = ''] = await names.evaluateAll((all) =>
    all.slice(0, 3).map((each) => (each.getAttribute('aria-label') ?? '').replace('More for ', '')),
  );
  return [a, b, c];
}

async function vote(page: Page, title: string): Promise<void> {
  await card(page, title).locator('[data-vote]').click();
  await page.getByRole('dialog', { name: 'Your vote' }).getByRole('button', { name: 'Vote 3 for 5 ⚡' }).click();
  await page.keyboard.press('Escape');
}

async function share(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Share to your profile (3⚡)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Share Track' }).click();
}

async function spentOn({ sql }: Backend, userId: string, action: 'vote' | 'share'): Promise<number[]> {
  const rows = await sql<{ value: number }[]>`
    select zap_value as value from public.zap_actions
    where user_id = ${userId} and action_type = ${action} order by created_at`;
  return rows.map(({ value }) => value);
}

test(
  'a vote and a share hold ZAPs while the response is late, and spend them once if it is lost',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    await signIn(page, account);
    await reloadUnderWorker(page);
    const [first, second] = await titlesOf(page);
    const onServer = async () => (await playStateOf(backend, account.email)).zaps;
    let delivery: Promise<boolean>;
    let settle: (isDelivered: boolean) => void = () => undefined;
    const hold = () => {
      delivery = new Promise((resolve) => (settle = resolve));
    };
    hold();
    let isPushForwarded = false;
    await context.route('**/rest/v1/rpc/sync_push', async (route) => {
      if (isPushForwarded) return route.continue();
      const ownDelivery = delivery;
      const response = await route.fetch();
      return (await ownDelivery) ? route.fulfill({ response }) : route.abort('connectionreset');
    });
    await expectBalance(page, '60 ZAPs');

    await vote(page, first);
    await expectBalance(page, '55 ZAPs, 5 waiting to be spent');
    await expect.poll(onServer).toBe(55);
    await expectBalance(page, '55 ZAPs, 5 waiting to be spent');
    settle(true);
    await expectBalance(page, '55 ZAPs');

    hold();
    await share(page, first);
    await expectBalance(page, '52 ZAPs, 3 waiting to be spent');
    await expect.poll(onServer).toBe(52);
    settle(true);
    await expectBalance(page, '52 ZAPs');

    hold();
    await vote(page, second);
    await expectBalance(page, '47 ZAPs, 5 waiting to be spent');
    await expect.poll(onServer).toBe(47);
    await share(page, second);
    await expectBalance(page, '44 ZAPs, 8 waiting to be spent');
    isPushForwarded = true;
    settle(false);
    await page.evaluate(() => window.undercurrent.syncNow());
    await expectBalance(page, '44 ZAPs');
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 44, ledgerSum: 44 });
    expect(await spentOn(backend, me, 'vote')).toEqual([-5, -5]);
    expect(await spentOn(backend, me, 'share')).toEqual([-3, -3]);
  },
);

test(
  "a refused share or purchase shows the reason, and the balance matches the server's",
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    await signIn(page, account);
    await reloadUnderWorker(page);
    const [title] = await titlesOf(page);
    const spend = (zaps: number) => backend.sql`
    insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
    values (${me}, 'store_purchase', ${-zaps}, '2026-01-05')`;
    await expectBalance(page, '60 ZAPs');

    backend.wire.cut();
    await share(page, title);
    await expectBalance(page, '57 ZAPs, 3 waiting to be spent');
    await spend(58);
    backend.wire.mend();
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect(page.getByText('Insufficient ZAPs. You need 3 ZAPs to share this track.')).toBeVisible();
    await expectBalance(page, '2 ZAPs');
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 2, ledgerSum: 2 });
    await page.getByRole('button', { name: `More for ${title}` }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Share to your profile (3⚡)' })).toBeVisible();
    await page.keyboard.press('Escape');

    // A purchase is never queued, so it never reserves ZAPs on the device.
    await spend(-58);
    await page.evaluate(() => window.undercurrent.syncNow());
    await expectBalance(page, '60 ZAPs');
    await page.goto('/store');
    await page.getByRole('button', { name: 'Open ZAP Store' }).click();
    await page.getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Buy Glow Border?' });
    await page.route('**/rpc/purchase_store_item', async (route) => {
      await spend(50);
      await route.continue();
    });
    await confirmation.getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
    await expect(page.getByText('Insufficient ZAPs').first()).toBeVisible();
    await expectBalance(page, '10 ZAPs');
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 10, ledgerSum: 10 });
  },
);
