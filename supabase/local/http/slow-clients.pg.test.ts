import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';

/** More bytes than the kernel buffers for a connection. */
const large = Buffer.alloc(24 * 1024 * 1024, 'x');

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ trustedProxies: 1, app: ({ res }) => void res.end(large) });
});
afterAll(() => test.close());

interface Client {
  readonly socket: Socket;
  received(): string;
  isClosed(): boolean;
}

const clients: Client[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.destroy()));

function openClient(bytes: string | Buffer, isReader = true): Client {
  const socket = connect(test.stack.port, 'localhost');
  let received = '';
  let isClosed = false;
  socket.on('error', () => undefined).once('close', () => (isClosed = true));
  if (isReader) socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.write(bytes);
  const client = { socket, received: () => received, isClosed: () => isClosed };
  clients.push(client);
  return client;
}

const head = (line: string, from: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n${more}\r\n`;
const statuses = ({ received }: Client) => [...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

it('answers a few pipelined requests in order, and disconnects a client that pipelines thousands', async () => {
  const health = head('GET /healthz', '203.0.113.1');
  const last = head('GET /healthz', '203.0.113.1', 'Connection: close\r\n');
  const few = openClient(health.repeat(2) + head('GET /rest/v1', '203.0.113.1').replace('GET', 'PUT') + last);
  const many = openClient(health.repeat(2_000) + last);
  await expect.poll(few.isClosed).toBe(true);
  expect(statuses(few)).toEqual(['200', '200', expect.stringMatching(/^4/), '200']);
  await expect.poll(many.isClosed).toBe(true);
  expect(statuses(many).length).toBeLessThan(20);
});

it('limits the bytes of unfinished requests per address; other addresses are served', async () => {
  const length = 1_900_000;
  const post = (from: string) => head('POST /auth/v1/token', from, `Content-Length: ${length}\r\n`);
  const unfinished = Buffer.alloc(length - 1, ' ');
  const unfinishedClients = Array.from({ length: 40 }, () => openClient(post('203.0.113.2') + unfinished.toString()));
  await expect
    .poll(() => unfinishedClients.filter((client) => statuses(client).includes('429')).length)
    .toBeGreaterThan(0);
  const other = openClient(`${post('198.51.100.2')}${unfinished.toString()} `);
  await expect.poll(() => statuses(other)).toEqual(['400']);
  for (const { socket } of unfinishedClients) socket.destroy();
  const answerOf = async () => {
    const retry = openClient(`${post('203.0.113.2')}${unfinished.toString()} `);
    await expect.poll(() => statuses(retry).length).toBe(1);
    return statuses(retry)[0];
  };
  await expect.poll(answerOf).toBe('400');
});

it('limits the unread response bytes per address; other addresses are served', async () => {
  const silent = Array.from({ length: 8 }, () => openClient(head('GET /page', '203.0.113.3'), false));
  // A client that does not read notices the close only when its next write fails.
  const isCut = ({ socket, isClosed }: Client) => {
    if (!isClosed()) socket.write('\r\n');
    return isClosed();
  };
  await expect.poll(() => silent.filter(isCut).length).toBeGreaterThan(0);
  const other = openClient(head('GET /page', '198.51.100.3', 'Connection: close\r\n'));
  await expect.poll(other.isClosed).toBe(true);
  expect(statuses(other)).toEqual(['200']);
  expect(other.received().length).toBeGreaterThan(large.length);
});
