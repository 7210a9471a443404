import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from '../../../tests/attack/fuzz.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';

/** To repeat a run: FUZZ_SEED=<the printed seed>. */
const seed = process.env['FUZZ_SEED'] ?? String(Date.now());

let test: TestStack;
beforeAll(async () => {
  console.log(`wild requests with the seed ${seed}`);
  test = await openTestStack({ trustedProxies: 1, app: ({ res }) => void res.end('the app') });
});
afterAll(() => test.close());

/** Opens a socket of Realtime as somebody at this address. @returns null, and the status, when it was refused */
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
  it('holds so many sockets of Realtime and no more; others are served, and a closed one makes room', async () => {
    const held = await Promise.all(Array.from({ length: 300 }, () => openSocket('203.0.113.9')));
    expect(held.filter(({ status }) => status !== 101)).toEqual([]);
    expect((await openSocket('203.0.113.9')).status).toBe(429);
    // What stands left of the address that the proxy was asked from was written by the other side.
    expect((await openSocket('198.51.100.77, 203.0.113.9')).status).toBe(429);
    const other = await openSocket('198.51.100.1');
    expect(other.status).toBe(101);
    const [first, ...rest] = held;
    first?.socket?.terminate();
    await expect.poll(async () => (await openSocket('203.0.113.9')).status).toBe(101);
    for (const one of [...rest, other]) one.socket?.terminate();
  });
});

it('lets no browser guess what an answer is', async () => {
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

it('answers no wild request with trouble of its own', async () => {
  const { broken, byStatus } = await fuzz(test, seed, 1_200);
  expect(broken).toEqual([]);
  // The doors were reached.
  expect(byStatus.get(200)).toBeGreaterThan(20);
});
