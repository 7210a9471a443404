import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PeopleView, RemoteApi, Scope } from '../../../sync/client.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { CommunityPage } from './community-page.tsx';

it('the community page shows a failure with Retry if the device is offline and the replica is empty', async () => {
  const syncNow = vi.fn();
  const api = { read: () => ({ ...createLive({ kind: 'failed', isAsking: false }), retry: syncNow }) };
  const scopeParts: Partial<Scope> = {
    status: createLive(restingStatus('offline')),
    people: () => createLive<PeopleView>({ isComplete: false, creators: [], beyond: { state: 'none', found: null } }),
    remote: () => Promise.resolve(api as unknown as RemoteApi),
    syncNow,
  };
  const noop = () => undefined;
  await renderFor(
    scopeParts,
    <CommunityPage
      search=""
      sort="most_active"
      onFilter={noop}
      onPlay={noop}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
  await expect.element(page.getByText('Failed to load community', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Failed to load community users')).toBeVisible();
  await expect.element(page.getByText('0 artists, 0 tracks')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(syncNow).toHaveBeenCalledOnce();
});
