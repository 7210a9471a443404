import { expect, openSignedIn, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

test(
  'the vault is closed without a key, and opens with one, also offline',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await idOf(backend, account.email);
    await openSignedIn(page, account, '/vault/unlocked');
    await page.waitForURL('**/vault');
    await expect(page.getByRole('heading', { name: 'THE VAULT', level: 1 })).toBeVisible();
    await expect(page.getByText('Premium tracks', { exact: true })).toBeVisible();
    await expect(page.getByText('Special rewards', { exact: true })).toBeVisible();
    await expect(page.getByText('Limited drops', { exact: true })).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Purchase Vault Access' }).click();
    await page.waitForURL('**/store');

    await page.goto('/vault?currency=zolt');
    await page.getByRole('button', { name: 'Purchase Vault Access' }).click();
    await expect(page.getByText('ZOLT purchases have been deprecated. Use ZAPs at the store instead!')).toBeVisible();

    const grantKey = (expiresAt: string) => backend.sql`
    insert into public.user_cosmetics (user_id, item_id, item_name, category, expires_at)
    select ${me}, id, name, category, ${expiresAt} from public.store_items where name = 'Vault Access Key'
    on conflict (user_id, item_id) do update set expires_at = excluded.expires_at`;
    await grantKey('2020-01-01');
    await page.goto('/vault/unlocked');
    await page.waitForURL('**/vault');
    await grantKey('2099-01-01');
    await page.goto('/vault');
    await expect(page.getByText('Access Granted! 🎉')).toBeVisible();
    await expect(page.getByText('Welcome to the Premium Vault')).toBeVisible();
    await page.waitForURL('**/vault/unlocked');
    await expect(page.getByRole('heading', { name: 'ACCESS GRANTED', level: 1 })).toBeVisible();
    await expect(page.getByText('Vault Unlocked')).toBeVisible();
    await expect(page.getByText('Exclusive content coming soon!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Purchase Vault Access' })).toHaveCount(0);
    await expectUsable(page);

    await reloadUnderWorker(page);
    backend.wire.cut();
    await page.goto('/vault');
    await page.waitForURL('**/vault/unlocked');
    await expect(page.getByRole('heading', { name: 'ACCESS GRANTED', level: 1 })).toBeVisible();
    backend.wire.mend();
  },
);
