import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SyncClient } from '../../../sync/client.ts';
import { renderFor, expectAnnounced } from '../../testing/scope-test.tsx';
import { BetaGatePage } from './beta-gate-page.tsx';
import { waitFor } from '../../../tests/support/wait-for.ts';

it('the gate shows why a passcode could not be checked, and allows a retry', async () => {
  const unlock = vi.fn<SyncClient['beta']['unlock']>();
  unlock.mockResolvedValueOnce({ kind: 'failed', message: 'The server is being started' });
  unlock.mockResolvedValueOnce({ kind: 'unlocked' });
  const onUnlocked = vi.fn();
  await renderFor({}, <BetaGatePage radio={null} unlock={unlock} onUnlocked={onUnlocked} />);
  await page.getByLabelText('Beta passcode').fill(' underground ');
  const press = () => page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await press();
  await expectAnnounced('Validation failed', 'The server is being started');
  await press();
  await waitFor(() => expect(onUnlocked).toHaveBeenCalledOnce());
  expect(unlock.mock.calls).toEqual([['underground'], ['underground']]);
});
