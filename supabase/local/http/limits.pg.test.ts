import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from '../../../tests/attack/fuzz.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';

/** FUZZ_SEED=<the printed seed> repeats a run. */
const seed = process.env['FUZZ_SEED'] ?? String(Date.now());

let test: TestStack;
beforeAll(async () => {
  console.log(`wild requests with the seed ${seed}`);
  test = await openTestStack({ trustedProxies: 1, app: ({ res }) => void res.end('the app') });
});
afterAll(() => test.close());

function openSocket(address: string): Promise<{ socket: WebSocket | null; status: number }> {
  const { url, keys } = test.stack;
  const path = `/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { 'x-forwarded-for': address } });
  return new Promise((done) => {
    socket.once('open', () => done({ socket, status: 101 }));
    socket.once('unexpected-response', (_req, res) => {
      socket.on('error', () => undefined);
      socket.terminate();
      done({ socket: null, status: res.statusCode ?? 0 });
    });
  });
}

describe('One address', () => {
  it('has a limit of Realtime sockets; other addresses are served, and a closed socket makes room', async () => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket('203.0.113.9')));
    expect(sockets.filter(({ status }) => status !== 101)).toEqual([]);
    expect((await openSocket('203.0.113.9')).status).toBe(429);
    // Only the last entry of X-Forwarded-For is the proxy's. A client can forge the earlier ones.
    expect((await openSocket('198.51.100.77, 203.0.113.9')).status).toBe(429);
    const other = await openSocket('198.51.100.1');
    expect(other.status).toBe(101);
    const [first, ...rest] = sockets;
    first?.socket?.terminate();
    await expect.poll(async () => (await openSocket('203.0.113.9')).status).toBe(101);
    for (const { socket } of [...rest, other]) socket?.terminate();
  });
});

it('one address does not block REST for others while all its requests wait', async () => {
  const { url, keys } = test.stack;
  const readStatus = async (path: string, address: string) => {
    const headers = { apikey: keys.publishableKey, 'x-forwarded-for': address };
    return (await fetch(`${url}/rest/v1/${path}`, { headers })).status;
  };
  const waiting: Promise<number>[] = [];
  // REST loads the schema with its first request, so send one before the test takes a lock.
  expect(await readStatus('tracks', '198.51.100.20')).toBe(200);
  await test.sql.begin(async (tx) => {
    await tx`lock table public.genres in access exclusive mode`;
    for (let n = 0; n < 40; n += 1) waiting.push(readStatus('genres', '203.0.113.20'));
    await expect
      .poll(async () => Number((await tx`select count(*) from pg_locks where not granted`)[0]?.['count']))
      .toBeGreaterThanOrEqual(6);
    expect(await readStatus('tracks', '198.51.100.20')).toBe(200);
  });
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
});

it('one address does not block others while all its sign-ins wait', async () => {
  const { url, keys } = test.stack;
  const post = async (path: string, body: object, address: string) => {
    const headers = { apikey: keys.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const waiting: Promise<number>[] = [];
  await test.sql.begin(async (tx) => {
    await tx`lock table auth.users in access exclusive mode`;
    for (let n = 0; n < 20; n += 1) {
      const account = { email: `${n}@example.com`, password: 'wrong horse' };
      waiting.push(post('/auth/v1/token?grant_type=password', account, '203.0.113.30'));
    }
    await expect
      .poll(async () => Number((await tx`select count(*) from pg_locks where not granted`)[0]?.['count']))
      .toBeGreaterThanOrEqual(3);
    // This call looks up the procedure's arguments on the connections that the password checks use too.
    expect(await post('/rest/v1/rpc/nothing', { word: 'x' }, '198.51.100.30')).toBe(404);
  });
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 400));
});

it('limits the nesting and the number of tables in a select', async () => {
  const { url, keys } = test.stack;
  const nested = (depth: number): string => (depth === 0 ? 'id' : `id,tracks(id,user_profiles(${nested(depth - 1)}))`);
  const select = async (columns: string) => {
    const response = await fetch(`${url}/rest/v1/user_profiles?select=${encodeURIComponent(columns)}`, {
      headers: { apikey: keys.publishableKey },
    });
    return [response.status, (await response.text()).includes('too many tables')];
  };
  expect(await select(`id,tracks(id,user_profiles(id,tracks(id)))`)).toEqual([200, false]);
  expect(await select(Array.from({ length: 8 }, (_, n) => `t${n}:tracks(id)`).join(','))).toEqual([200, false]);
  expect(await select(nested(2))).toEqual([400, true]);
  expect(await select(nested(6))).toEqual([400, true]);
  expect(await select(Array.from({ length: 9 }, (_, n) => `t${n}:tracks(id)`).join(','))).toEqual([400, true]);
});

it('tells browsers not to guess content types', async () => {
  const { url, keys } = test.stack;
  for (const path of [
    '/rest/v1/genres',
    '/rest/v1/nothing',
    '/auth/v1/settings',
    '/functions/v1/radio-playlist',
    '/healthz',
  ]) {
    const { headers } = await fetch(`${url}${path}`, { headers: { apikey: keys.publishableKey } });
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
  }
});

it('answers no fuzzed request with a 5xx', async () => {
  const { broken, byStatus } = await fuzz(test, seed, 1_200);
  expect(broken).toEqual([]);
  // If no request were valid, none would have reached an endpoint.
  expect(byStatus.get(200)).toBeGreaterThan(20);
});
