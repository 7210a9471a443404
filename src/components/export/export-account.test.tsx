import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteApi, Scope } from '../../../sync/client.ts';
import { renderFor, expectAnnounced, meWith, restingStatus } from '../../testing/scope-test.tsx';
import { scriptedPlaylists } from '../../testing/scripted-playlists.ts';
import { createLive } from '../../../sync/model/live.ts';
import { ExportAccount } from './export-account.tsx';
import { waitFor } from '../../../tests/support/wait-for.ts';

it('a cancelled archive is not downloaded, shows a toast, and can be restarted', async () => {
  const requestedTables: string[] = [];
  const api: Partial<RemoteApi> = {
    // The server never responds.
    page: ({ table }, _after, signal) =>
      new Promise((resolve) => {
        requestedTables.push(table);
        signal?.addEventListener('abort', () => resolve({ ok: false, failure: { kind: 'network' } }));
      }),
  };
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    me: createLive(meWith(60)),
    status: createLive(restingStatus('online')),
    tracksOf: () => createLive([]),
    sharesOf: () => createLive([]),
    favourites: createLive([]),
    ...scriptedPlaylists([]).scopeParts,
    connections: createLive([]),
    blocks: createLive([]),
    readPending: () => Promise.resolve([]),
    remote: () => Promise.resolve(api as RemoteApi),
  };
  const startDownload = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await renderFor(scopeParts, <ExportAccount user={{ userId: 'me', email: 'me@example.com' }} />);
  const start = page.getByRole('button', { name: 'Download my data' });
  await start.click();
  await waitFor(() => expect(requestedTables).toEqual(['zap_actions']));
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectAnnounced('Download cancelled');
  await expect.element(start).toHaveFocus();
  expect(page.getByRole('progressbar').elements()).toEqual([]);
  expect(startDownload).not.toHaveBeenCalled();

  await start.click();
  await waitFor(() => expect(requestedTables).toEqual(['zap_actions', 'zap_actions']));
  startDownload.mockRestore();
});
