import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionView, Scope } from '../../../sync/client.ts';
import { drawFor, restingStatus } from '../../lib/scope-test.tsx';
import { createStore } from '../../lib/store.ts';
import { ConnectionsPage } from './connections-page.tsx';

it('says that connections cannot be loaded where the device has none and the network is away, with Retry', async () => {
  const syncNow = vi.fn();
  const doors: Partial<Scope> = {
    userId: 'me',
    connections: createStore<readonly ConnectionView[]>([]),
    isFilled: createStore(false),
    status: createStore(restingStatus('offline')),
    syncNow,
    device: {
      get: async () => undefined,
      put: async () => undefined,
      text: () => null,
      setText: () => true,
    },
  };
  const nothing = () => undefined;
  await drawFor(doors, <ConnectionsPage onMessage={nothing} onPlay={nothing} onReport={nothing} onBlock={nothing} />);
  await expect.element(page.getByText('Failed to load connections')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(syncNow).toHaveBeenCalledOnce();
});
