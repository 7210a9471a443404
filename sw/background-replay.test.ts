import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn } from '../tests/sync/support/backend.ts';
import { type Browser, newBrowser } from '../tests/sync/support/page.ts';
import { newQueuedPlay } from '../tests/sync/support/queued-play.ts';
import { lockName, ownerName } from '../sync/core/names.ts';
import { retryDelayMs } from '../sync/core/retry.ts';
import { DeviceDatabase } from '../sync/outbox/database.ts';
import { openOutbox } from '../sync/outbox/outbox.ts';
import { registerBackgroundReplay } from './background-replay.ts';
import { readBackend } from './config.ts';

vi.mock('./config.ts', () => ({ readBackend: vi.fn<typeof readBackend>() }));

const USER = '0197f000-0000-7000-8000-00000000000f';
const ACTION = '0197f000-0000-7000-8000-0000000000a1';

let browser: Browser;
beforeEach(async () => {
  vi.mocked(readBackend).mockResolvedValue({ supabaseUrl: 'https://backend.test', publishableKey: 'key' });
  browser = newBrowser();
  await signIn(browser, USER);
  const device = new DeviceDatabase(ownerName(USER), browser.indexedDB, IDBKeyRange);
  await openOutbox(device).add(newQueuedPlay(USER, ACTION), false);
  device.close();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function sync(tag: string): Promise<unknown> | null {
  let listener: (event: Event) => void = () => undefined;
  const { indexedDB, locks } = browser;
  const worker = {
    addEventListener: (_: string, added: typeof listener) => void (listener = added),
    indexedDB,
    navigator: { locks },
  };
  Reflect.apply(registerBackgroundReplay, undefined, [worker]);
  let work: Promise<unknown> | null = null;
  const waitUntil = (promise: Promise<unknown>) => void (work = promise);
  listener(Object.assign(new Event('sync'), { tag, waitUntil }));
  return work;
}

const answerWith = (answer: () => Promise<Response>) => {
  const fetch = vi.fn<(input: RequestInfo | URL) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const applied = async () =>
  Response.json({
    results: [{ id: ACTION, status: 'applied', result: {} }],
    server_time: '2027-01-01T00:00:00.000Z',
  });

it('[SY-20] the browser waits until the queue has been sent', async () => {
  const fetch = answerWith(applied);
  await sync('undercurrent-outbox');
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(['https://backend.test/rest/v1/rpc/sync_push']);
});

it('[SY-20] a failed replay rejects, also while the backend is unknown, so that the browser retries it', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sync('undercurrent-outbox')).rejects.toThrow('not sent');
  answerWith(applied);
  vi.mocked(readBackend).mockResolvedValue(null);
  await expect(sync('undercurrent-outbox')).rejects.toThrow('the backend is not known yet');
});

it('[SY-16] [SY-20] an action that a busy server did not take waits, as after an attempt of a page', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(5_000_000);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  answerWith(async () => Response.json({ message: 'busy' }, { status: 503 }));
  await expect(sync('undercurrent-outbox')).rejects.toThrow('not sent');
  const device = new DeviceDatabase(ownerName(USER), browser.indexedDB, IDBKeyRange);
  const [record] = await openOutbox(device).all();
  device.close();
  expect(record?.state).toMatchObject({ kind: 'retrying', next_at: 5_000_000 + retryDelayMs(1, 0.5) });
});

it('[SY-20] the worker leaves the queue to a page that is sending it', async () => {
  const fetch = answerWith(applied);
  await browser.locks.request(lockName(ownerName(USER)), () => sync('undercurrent-outbox'));
  expect(fetch).not.toHaveBeenCalled();
});

it('[SY-20] the worker sends in a browser without Web Locks', async () => {
  const fetch = answerWith(applied);
  Reflect.deleteProperty(browser, 'locks');
  await sync('undercurrent-outbox');
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a sync event of another tag sends nothing', () => {
  const fetch = answerWith(applied);
  expect(sync('other')).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
