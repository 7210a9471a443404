import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ExploreView, RemoteApi, Scope } from '../../../sync/client.ts';
import { renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { SendAction } from './send-action.tsx';

it('an action is rejected with a message while the same action is in flight', async () => {
  const act = vi.fn(() => new Promise(() => undefined));
  const tracks = [trackOf('t1', { title: '', artist_name: '' })];
  const explore: ExploreView = {
    state: 'complete',
    match: 'exact',
    highlights: [],
    tracks,
    total: 1,
    beyond: { state: 'none', found: null },
  };
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    explore: () => createLive(explore),
    status: createLive(restingStatus('online')),
    remote: () => Promise.resolve({ act } as unknown as RemoteApi),
  };
  await renderFor(scopeParts, <SendAction />);
  await expect.element(page.getByLabelText('Track')).toHaveTextContent('Untitled, Unknown Artist');
  // Only the last pressed button is busy, so 'Test play' can be pressed again while its request is in flight.
  for (const type of ['play', 'rate', 'play']) await page.getByRole('button', { name: `Test ${type}` }).click();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'record_zap_action' }))
    .toHaveTextContent(/success\s*false.*message\s*Already processing/);
  expect(act).toHaveBeenCalledTimes(2);
});
