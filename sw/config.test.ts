import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWorkerScope } from '../tests/support/worker-scope.ts';

const ADDRESS = 'https://app.test/.well-known/undercurrent.json';
const backend = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };

const worker = openWorkerScope();
const { readBackend, registerConfig } = await import('./config.ts');
registerConfig();

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const read = async () => {
  const event = worker.newEvent();
  const found = await Reflect.apply(readBackend, undefined, [event]);
  await event.done().catch(() => undefined);
  return found;
};
const answerWith = (body: unknown, init: ResponseInit = {}) =>
  worker.network.mockImplementation(async () => Response.json(body, init));

beforeEach(() => {
  worker.caches.clear();
  worker.network.mockReset();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

it("the backend's address comes from the server, and without a network from the last answer", async () => {
  answerWith({ supabaseUrl: 'https://former.test', publishableKey: 'former' });
  await worker.request(ADDRESS);
  answerWith(backend);
  expect(await (await worker.request(ADDRESS))?.json()).toEqual(backend);
  worker.network.mockImplementation(offline);
  expect(await (await worker.request(ADDRESS))?.json()).toEqual(backend);
  expect(await read()).toEqual(backend);
  // An update of the app finds the answer that the previous version cached.
  expect([...worker.caches.keys()]).toEqual(['config']);
});

it('[SY-20] the worker reads the address from the server when no page has read it', async () => {
  answerWith(backend);
  expect(await read()).toEqual(backend);
  expect(worker.network.mock.calls.map(([{ url }]) => url)).toEqual([ADDRESS]);
});

it('[SY-22] the address is used without being stored if the disk is full', async () => {
  answerWith(backend);
  const open = caches.open.bind(caches);
  const full = vi.spyOn(caches, 'open').mockImplementation(async (name) =>
    Object.assign(await open(name), {
      put: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    }),
  );
  expect(await (await worker.request(ADDRESS))?.json()).toEqual(backend);
  expect(await read()).toEqual(backend);
  full.mockRestore();
  worker.network.mockImplementation(offline);
  expect(await read()).toBeNull();
});

it('a server that does not answer is given 3 s before the last answer is used', async () => {
  answerWith(backend);
  await worker.request(ADDRESS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  worker.network.mockImplementation(() => new Promise<never>(() => undefined));
  const answered = vi.fn();
  const event = worker.newEvent();
  void Reflect.apply(readBackend, undefined, [event]).then(answered);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledExactlyOnceWith(backend);
});

it('[SY-20] the address is unknown without an answer, and if the answer is an error or a portal page', async () => {
  worker.network.mockImplementation(offline);
  expect(await read()).toBeNull();
  answerWith(backend, { status: 500 });
  expect(await read()).toBeNull();
  answerWith({ supabaseUrl: 'https://backend.test' });
  expect(await read()).toBeNull();
  worker.network.mockImplementation(async () => new Response('<html>Please pay</html>'));
  expect(await read()).toBeNull();
});

it('a build for a hosted backend contains its address and key, and needs no request if it has both', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://hosted.test');
  worker.network.mockImplementation(offline);
  expect(await read()).toBeNull();
  worker.network.mockClear();
  vi.stubEnv('VITE_SUPABASE_KEY', 'hosted');
  expect(await read()).toEqual({ supabaseUrl: 'https://hosted.test', publishableKey: 'hosted' });
  expect(worker.network).not.toHaveBeenCalled();
});

it.each(['https://elsewhere.test/.well-known/undercurrent.json', 'https://app.test/.well-known/other.json'])(
  '%s is left to the browser',
  async (address) => {
    expect(await worker.request(address)).toBeNull();
  },
);
