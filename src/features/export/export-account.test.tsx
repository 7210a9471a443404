import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteDoor, Scope } from '../../../sync/client.ts';
import { drawFor, expectSaid, meWith, restingStatus } from '../../lib/scope-test.tsx';
import { createStore } from '../../lib/store.ts';
import { ExportAccount } from './export-account.tsx';

it('an archive that is cancelled is not handed over, says so, and can be made again', async () => {
  const answers: (() => void)[] = [];
  const door: Partial<RemoteDoor> = {
    page: () => new Promise((resolve) => answers.push(() => resolve({ ok: true, value: [] }))),
  };
  const doors: Partial<Scope> = {
    userId: 'me',
    me: createStore(meWith(60)),
    status: createStore(restingStatus('online')),
    tracksOf: () => createStore([]),
    sharesOf: () => createStore([]),
    connections: createStore([]),
    blocks: createStore([]),
    readPending: () => Promise.resolve([]),
    remote: () => Promise.resolve(door as RemoteDoor),
  };
  const handOver = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await drawFor(doors, <ExportAccount user={{ userId: 'me', email: 'me@example.com' }} />);
  const start = page.getByRole('button', { name: 'Download my data' });
  await start.click();
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 10_000 });
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  answers[0]?.();
  await expectSaid('Download cancelled');
  await expect.element(start).toHaveFocus();
  expect(page.getByRole('progressbar').elements()).toEqual([]);
  expect(handOver).not.toHaveBeenCalled();

  await start.click();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  handOver.mockRestore();
});
