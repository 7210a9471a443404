import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView, SyncStatus } from '../../../sync/client.ts';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { StoreDialog } from './store-dialog.tsx';

const key: StoreItemRow = {
  id: 'key',
  rev: 1,
  name: 'Vault Access Key',
  description: 'Opens the Premium Vault.',
  icon: 'key',
  category: 'cosmetic',
  zap_cost: 150,
  is_active: true,
  stock: null,
  metadata: {},
  created_at: '2026-11-01T00:00:00Z',
};

function openStore(status: Partial<SyncStatus>, items: readonly StoreItemRow[]) {
  const syncNow = vi.fn();
  const storeItems = createLive(items);
  return {
    syncNow,
    storeItems,
    scopeParts: {
      userId: 'me',
      me: createLive<MeView | null>(null),
      status: createLive({ work: { kind: 'resting' }, hasSynced: false, ...status } as SyncStatus),
      storeItems,
      syncNow,
    },
  };
}

const renderStore = (scopeParts: ReturnType<typeof openStore>['scopeParts']) =>
  renderFor(scopeParts, <StoreDialog onClose={() => undefined} onSignIn={() => undefined} />);

it('the store shows a failure, syncs on Retry, and shows the items once they are loaded', async () => {
  const { scopeParts, syncNow, storeItems } = openStore({ network: 'offline' }, []);
  await renderStore(scopeParts);
  await expect.element(page.getByRole('alert').getByText('Failed to load store data')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(syncNow).toHaveBeenCalledOnce();
  storeItems.set([key]);
  await expect.element(page.getByText('Vault Access Key')).toBeVisible();
});

it('the store says that nothing is for sale if it has no items after a sync', async () => {
  const { scopeParts } = openStore({ network: 'online', hasSynced: true }, []);
  await renderStore(scopeParts);
  await expect.element(page.getByText('Nothing is for sale now')).toBeVisible();
});
