import { expect, it } from 'vitest';
import { drainInBackground } from '../../sync/worker.ts';
import { newRecord } from '../../sync/core/records.ts';
import { ownerName } from '../../sync/core/names.ts';
import { DeviceDatabase } from '../../sync/outbox/database.ts';
import { openOutbox } from '../../sync/outbox/outbox.ts';
import { signIn } from './support/backend.ts';
import { newBrowser, pageOf } from './support/page.ts';

const USER = '0197f000-0000-7000-8000-00000000000f';
const ACTION = '0197f000-0000-7000-8000-0000000000a1';

const queuedPlay = newRecord({
  id: ACTION,
  user_id: USER,
  device_id: 'd',
  lane: 'plays',
  kind: 'play.record',
  v: 1,
  payload: { track_id: 't', progress_ms: 30_000, is_manual: true },
  deps: [],
  created_at: 0,
  occurred_at: '2027-01-01T00:00:00.000Z',
});

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
  await outbox.add(queuedPlay, false);
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
    await outbox.add(queuedPlay, false);
    try {
      await expect(drainInBackground(page)).rejects.toThrow('not sent');
      expect((await outbox.all()).map(({ id, state }) => [id, state.kind])).toEqual([[ACTION, 'retrying']]);
    } finally {
      device.close();
    }
  },
);
