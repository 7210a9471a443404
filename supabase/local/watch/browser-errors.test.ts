import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBodyReader } from '../http/read-body.ts';
import { createRouter } from '../http/router.ts';
import { createBrowserErrors } from './browser-errors.ts';
import { createMetrics } from './metrics.ts';

const logged: unknown[] = [];
const metrics = createMetrics();
let address = '203.0.113.1';
const addressOf = () => address;
const requestLog = {
  request: () => undefined,
  browserError: (error: unknown) => void logged.push(error),
  close: async () => undefined,
};
const handle = createBrowserErrors({ metrics, requestLog, addressOf });
const answer = createRouter(
  [{ door: 'errors', prefix: '/errors', handle }],
  createBodyReader(addressOf),
  () => undefined,
);
const server = createServer((req, res) => void answer(req, res));
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/errors`;
});
afterAll(() => void server.close());
let callers = 1;
beforeEach(() => {
  logged.splice(0);
  callers += 1;
  address = `203.0.113.${callers}`;
});

const report = {
  kind: 'error',
  version: '1.0.0',
  page: '/track/$id',
  name: 'TypeError',
  message: 'x is not a function',
  stack: 'at play (/assets/player-Ab12.js:1:2)',
};
const send = async (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  (await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) })).status;

it('logs and counts a report', async () => {
  expect(await send(report, { 'sec-fetch-site': 'same-origin' })).toBe(204);
  expect(logged).toEqual([report]);
  expect(await metrics.browserErrors.get()).toMatchObject({
    values: [
      { labels: { kind: 'error' }, value: 1 },
      { labels: { kind: 'rejection' }, value: 0 },
    ],
  });
});

it('removes personal data, which an older app or another client may send', async () => {
  await send({ ...report, message: 'No account ann@example.com', page: '/auth/callback?token=abc' });
  expect(logged).toEqual([{ ...report, message: 'No account [address]', page: '/auth/callback' }]);
});

it('refuses other sites, unknown fields, long texts, other methods and more than 30 an hour', async () => {
  expect(await send(report, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send(report, {}, 'GET')).toBe(405);
  expect(await send({ ...report, user: 'ann' })).toBe(400);
  expect(await send({ ...report, message: 'x'.repeat(301) })).toBe(400);
  expect(await send({ ...report, stack: 'x'.repeat(9_000) })).toBe(413);
  expect(await send([])).toBe(400);
  expect(logged).toEqual([]);
  const statuses = [];
  for (let sent = 4; sent < 32; sent += 1) statuses.push(await send(report));
  expect(statuses).toEqual([...Array.from({ length: 26 }, () => 204), 429, 429]);
});
