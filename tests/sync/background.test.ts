import { expect, it } from 'vitest';
import { drainInBackground } from '../../sync/worker.ts';
import { lockName, outboxName, ownerName } from '../../sync/core/names.ts';
import type { SyncEnvironment } from '../../sync/environment.ts';
import { PUSH_LIMIT, type PushAction } from '../../sync/model/wire.ts';
import { DeviceDatabase } from '../../sync/outbox/database.ts';
import { openOutbox } from '../../sync/outbox/outbox.ts';
import { signIn } from './support/backend.ts';
import { newBrowser, pageOf } from './support/page.ts';
import { newQueuedPlay } from './support/queued-play.ts';

const USER = '0197f000-0000-7000-8000-00000000000f';
const ACTION = '0197f000-0000-7000-8000-0000000000a1';

const queuedPlay = (id = ACTION) => newQueuedPlay(USER, id);

it('[SY-20] the background drain sends queued actions without an open page, and keeps them until the next page’s pull', async () => {
  const browser = newBrowser();
  await signIn(browser, USER);
  const sent: unknown[] = [];
  const page = pageOf(
    browser,
    { supabaseUrl: 'https://backend.test', publishableKey: 'key' },
    {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        sent.push([input, headers.get('authorization')]);
        const results = [{ id: ACTION, status: 'applied', result: {} }];
        return Promise.resolve(Response.json({ results, server_time: '2027-01-01T00:00:00.000Z' }));
      },
    },
  );
  const device = new DeviceDatabase(ownerName(USER), page.indexedDB, page.IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.add(queuedPlay(), false);
  try {
    await drainInBackground(page);
    expect(sent).toEqual([['https://backend.test/rest/v1/rpc/sync_push', `Bearer token of ${USER}`]]);
    expect((await outbox.all()).map(({ id, state }) => ({ id, state }))).toEqual([
      { id: ACTION, state: { kind: 'answered' } },
    ]);
  } finally {
    device.close();
  }
});

it.each([
  ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is busy', () => Promise.resolve(Response.json({ message: 'away' }, { status: 503 }))],
])(
  '[SY-20] the background drain rejects while %s, so that the browser retries, and keeps the queue',
  async (_reason, fetch) => {
    const browser = newBrowser();
    await signIn(browser, USER);
    const page = pageOf(browser, { supabaseUrl: 'https://backend.test', publishableKey: 'key' }, { fetch });
    const device = new DeviceDatabase(ownerName(USER), page.indexedDB, page.IDBKeyRange);
    const outbox = openOutbox(device);
    await outbox.add(queuedPlay(), false);
    try {
      await expect(drainInBackground(page)).rejects.toThrow('not sent');
      expect((await outbox.all()).map(({ id, state }) => [id, state.kind])).toEqual([[ACTION, 'retrying']]);
    } finally {
      device.close();
    }
  },
);

it('[SY-20] the background drain sends nothing while a page leads, with a locked session, or with nobody signed in', async () => {
  const browser = newBrowser();
  let requests = 0;
  const fetch = () => {
    requests += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const page = pageOf(browser, { supabaseUrl: 'https://backend.test', publishableKey: 'key' }, { fetch });
  const device = new DeviceDatabase(ownerName(USER), page.indexedDB, page.IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.add(queuedPlay(), false);
  try {
    await drainInBackground(page);
    await signIn(browser, USER, { locked: true });
    await drainInBackground(page);
    await signIn(browser, USER);
    await browser.locks.request(lockName(ownerName(USER)), () => drainInBackground(page));
    expect(requests).toBe(0);
    expect((await outbox.all()).map(({ id, state }) => [id, state.kind])).toEqual([[ACTION, 'queued']]);
  } finally {
    device.close();
  }
});

it('[SY-20] the background drain sends every batch, and then closes the queue, so that a sign-out can delete it', async () => {
  const browser = newBrowser();
  await signIn(browser, USER);
  const batches: number[] = [];
  const fetch: SyncEnvironment['fetch'] = (_input, init) => {
    const { p_actions: actions } = JSON.parse(typeof init?.body === 'string' ? init.body : '') as {
      p_actions: PushAction[];
    };
    batches.push(actions.length);
    const results = actions.map(({ id }) => ({ id, status: 'applied', result: {} }));
    return Promise.resolve(Response.json({ results, server_time: '2027-01-01T00:00:00.000Z' }));
  };
  const page = pageOf(browser, { supabaseUrl: 'https://backend.test', publishableKey: 'key' }, { fetch });
  const device = new DeviceDatabase(ownerName(USER), page.indexedDB, page.IDBKeyRange);
  const outbox = openOutbox(device);
  for (let at = 0; at < PUSH_LIMIT + 1; at++) await outbox.add(queuedPlay(`action-${at}`), false);
  device.close();
  await drainInBackground(page);
  expect(batches).toEqual([PUSH_LIMIT, 1]);
  const queue = outboxName(ownerName(USER));
  expect((await page.indexedDB.databases()).map(({ name }) => name)).toContain(queue);
  const deletion = page.indexedDB.deleteDatabase(queue);
  const outcome = await new Promise((resolve) => {
    deletion.onsuccess = () => resolve('deleted');
    deletion.onblocked = () => resolve('blocked');
    deletion.onerror = () => resolve('failed');
  });
  expect(outcome).toBe('deleted');
});
