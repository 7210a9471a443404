import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';

/** RAW_SEED=<the printed number> repeats a run. */
const seed = Number(process.env['RAW_SEED'] ?? Date.now() % 2 ** 31);

let test: TestStack;
let bystander: WebSocket;
beforeAll(async () => {
  console.log(`raw requests with the seed ${seed}`);
  test = await openTestStack();
  bystander = await openSocket();
});
afterAll(async () => {
  bystander.terminate();
  await test.close();
});

const socketPath = (rest = '') => `/realtime/v1/websocket?apikey=${test.stack.keys.publishableKey}&vsn=2.0.0${rest}`;

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${test.stack.url.replace('http', 'ws')}${socketPath()}`);
  await new Promise((done, fail) => {
    socket.once('open', done);
    socket.once('error', fail);
  });
  return socket;
}

function sendRaw(bytes: Buffer | string, how: 'wait' | 'reset' = 'wait'): Promise<void> {
  return new Promise((done) => {
    const socket: Socket = connect(test.stack.port, 'localhost');
    socket.on('error', () => undefined);
    socket.once('close', () => done());
    socket.once('connect', () => {
      socket.write(bytes);
      if (how === 'reset') socket.resetAndDestroy();
      else socket.end();
    });
    socket.resume();
  });
}

async function expectHealthy(): Promise<void> {
  expect((await fetch(`${test.stack.url}/healthz`)).status).toBe(200);
  expect(await roundTrip(bystander)).toMatchObject({ status: 'ok' });
}

let refs = 0;
function roundTrip(socket: WebSocket): Promise<unknown> {
  refs += 1;
  const ref = String(refs);
  return new Promise((done, fail) => {
    socket.once('close', () => fail(new Error('the socket was closed')));
    const onMessage = (data: Buffer) => {
      const [, receivedRef, , , payload]: unknown[] = JSON.parse(data.toString());
      if (receivedRef !== ref) return;
      socket.off('message', onMessage).removeAllListeners('close');
      done(payload);
    };
    socket.on('message', onMessage);
    socket.send(JSON.stringify([null, ref, 'phoenix', 'heartbeat', {}]));
  });
}

const upgrade = (path: string, host = 'localhost') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

it('survives an upgrade with an invalid URL', async () => {
  for (const path of [
    '//[',
    '//',
    '/\\\\[',
    '*',
    'http://[',
    'http://',
    '/%',
    '/%00',
    '//[::1',
    '?',
    '/?apikey=%ff',
    '/realtime/v1/websocket?%',
  ])
    await sendRaw(upgrade(path));
  for (const host of ['[', '', ':', 'a b', '[::1', '%', 'x'.repeat(9_000)]) await sendRaw(upgrade('//[', host));
  await expectHealthy();
});

it('survives an upgrade whose client disconnects before the response', async () => {
  for (const path of ['/nothing', '/realtime/v1/websocket', socketPath()]) {
    await Promise.all(Array.from({ length: 40 }, () => sendRaw(upgrade(path), 'reset')));
  }
  await expectHealthy();
});

it('survives malformed and unusual requests', async () => {
  const bad = [
    '\r\n\r\n',
    '\0\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  ];
  const headers = [
    'Host',
    'Content-Length: -1',
    'Content-Length: 1\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: x',
  ];
  for (const bytes of bad) for (const how of ['wait', 'reset'] as const) await sendRaw(bytes, how);
  for (const header of headers) await sendRaw(`POST /auth/v1/otp HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\nZ\r\n`);
  await sendRaw('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await sendRaw('GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n');
  await expectHealthy();
});

it('accepts a body in 9,000 chunks, and refuses one in 11,000', async () => {
  const key = test.stack.keys.publishableKey;
  const head = `POST /rest/v1/rpc/first_screen HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const postChunks = async (pieces: number) => {
    let answer = '';
    const socket = connect(test.stack.port, 'localhost').setEncoding('utf8');
    socket.on('data', (part) => (answer += String(part)));
    const closed = once(socket, 'close');
    socket.write(`${head}12\r\n{"p":{"limit":50}}\r\n${'1\r\n \r\n'.repeat(pieces)}0\r\n\r\n`);
    await closed;
    return answer.split('\r\n')[0];
  };
  expect([await postChunks(0), await postChunks(9_000)]).toEqual([
    'HTTP/1.1 401 Unauthorized',
    'HTTP/1.1 401 Unauthorized',
  ]);
  expect(await postChunks(11_000)).toBe('HTTP/1.1 413 Payload Too Large');
  await expectHealthy();
});

const piece = fc.constantFrom(
  '/',
  '//',
  '\\',
  '[',
  ']',
  '::1',
  '?',
  '#',
  '%',
  '%00',
  '@',
  ':',
  '..',
  'http:',
  'a',
  '\t',
  '\xff',
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const path = fc.oneof(
  text.map((rest) => `/${rest}`),
  text,
  fc
    .constantFrom('/realtime/v1/websocket', '/rest/v1/tracks', '/storage/v1/object/public/', '/radio/', '/mailbox')
    .chain((start) => text.map((rest) => start + rest)),
);
const header = fc.oneof(
  fc.constantFrom(
    'Connection: Upgrade\r\nUpgrade: websocket',
    'Connection: Upgrade, keep-alive\r\nUpgrade: h2c',
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x',
    'Sec-WebSocket-Extensions: permessage-deflate; =',
    'Sec-WebSocket-Protocol: ,,',
    'Expect: 100-continue',
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Range: bytes=--',
    'Tus-Resumable: 1.0.0',
  ),
  fc
    .tuple(fc.constantFrom('Origin', 'Cookie', 'Accept-Encoding', 'Authorization', 'X-Junk'), text)
    .map((pair) => pair.join(': ')),
);
const request = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'PRI', 'x'),
    path,
    fc.oneof(fc.constant('localhost'), text),
    fc.array(header, { maxLength: 5 }),
    fc.oneof(fc.constant(''), fc.string({ maxLength: 30 })),
  )
  .map(([method, target, host, headers, body]) =>
    [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, '', body].join('\r\n'),
  );

it('survives any request, complete or cut off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 10, maxLength: 10 }), fc.nat(200), async (requests, cut) => {
      await Promise.all(
        requests.map((one, i) => {
          const bytes = Buffer.from(one, 'latin1');
          return sendRaw(i % 3 === 0 ? bytes.subarray(0, cut) : bytes, i % 5 === 0 ? 'reset' : 'wait');
        }),
      );
      await expectHealthy();
    }),
    { seed, numRuns: 60 },
  );
});

it('survives messages that it cannot process, without closing the sockets of others', async () => {
  const deep = '['.repeat(60_000) + ']'.repeat(60_000);
  const join = (config: string) => `["1","1","realtime:x","phx_join",{"config":${config}}]`;
  const messages = [
    join(`{"postgres_changes":[{"event":"*","schema":"public","table":"tracks","more":${deep}}]}`),
    join(`{"postgres_changes":[{"event":"*","filter":"title=like.${'%_'.repeat(480)}"}]}`),
    join(`{"postgres_changes":[{"event":"*","filter":"title=match.^(.*)*$"}]}`),
    `["1",${deep},"realtime:x","phx_join",{}]`,
    deep,
    'null',
    '[]',
    '{"topic":1}',
    '\0',
  ];
  for (const message of messages) {
    const socket = await openSocket();
    socket.send(message);
    socket.send(Buffer.from([1, 2, 3]));
    await roundTrip(socket).catch(() => undefined);
    socket.terminate();
    await expectHealthy();
  }
});

it('survives frames that violate the WebSocket protocol', async () => {
  const frames = fc.uint8Array({ minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { minLength: 5, maxLength: 5 }), async (all) => {
      await Promise.all(all.map((bytes) => sendRaw(Buffer.concat([Buffer.from(upgrade(socketPath())), bytes]))));
      await expectHealthy();
    }),
    { seed, numRuns: 20 },
  );
});
