import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRouter } from './router.ts';
import { surviveErrors } from './request-scope.ts';

const lines: string[] = [];
const report = (line: string) => void lines.push(line);
/** The test runner's listeners. They are removed during the tests, because they would report the expected errors as failed tests. */
const runnerListeners = {
  uncaught: process.listeners('uncaughtException'),
  rejected: process.listeners('unhandledRejection'),
};
let restore: () => void;

const answer = createRouter(
  [
    { door: 'app', prefix: '/timer', handle: () => void setTimeout(() => failing('timer'), 1) },
    { door: 'app', prefix: '/promise', handle: () => void Promise.resolve().then(() => failing('promise')) },
    {
      door: 'app',
      prefix: '/database',
      handle: ({ url }) => {
        throw Object.assign(new Error('no connection'), { code: url.searchParams.get('code') });
      },
    },
    { door: 'app', prefix: '/handler', handle: () => failing('handler') },
    { door: 'app', prefix: '/', handle: ({ res }) => void res.end('well') },
  ],
  async () => Buffer.alloc(0),
  report,
);
const server = createServer((req, res) => void answer(req, res));

function failing(name: string): never {
  throw new Error(`the ${name} failed`);
}

beforeAll(async () => {
  process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
  restore = surviveErrors(report);
  server.listen(0);
  await once(server, 'listening');
});
afterAll(() => {
  restore();
  for (const listener of runnerListeners.uncaught) process.on('uncaughtException', listener);
  for (const listener of runnerListeners.rejected) process.on('unhandledRejection', listener);
  server.close();
});

const get = (path: string) => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return fetch(`http://127.0.0.1:${port}${path}`);
};

it.each(['timer', 'promise'])(
  "an uncaught error in a %s ends only its own request, and is logged with the request's id",
  async (kind) => {
    lines.splice(0);
    await expect(get(`/${kind}`)).rejects.toThrow();
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^GET /${kind} broke \\(request [0-9a-f]{16}\\): Error: the ${kind} failed\n`)),
    ]);
    expect(await (await get('/')).text()).toBe('well');
  },
);

it("every response names its request by an id of the server's own", async () => {
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const chosen = await fetch(url, { headers: { 'x-request-id': 'chosen by the client' } });
  const other = await fetch(url);
  const ids = [chosen, other].map(({ headers }) => headers.get('x-request-id'));
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});

it('an error of a handler is answered with the id under which its cause is logged', async () => {
  lines.splice(0);
  const response = await get('/handler?secret=1');
  const id = response.headers.get('x-request-id') ?? '';
  expect([response.status, id]).toEqual([500, expect.stringMatching(/^[0-9a-f]{16}$/)]);
  expect(await response.json()).toEqual({
    statusCode: '500',
    error: 'Internal',
    message: 'Something went wrong on the server.',
    requestId: id,
  });
  expect(lines).toEqual([
    expect.stringContaining(`GET /handler answered 500 (request ${id}): Error: the handler failed\n`),
  ]);
});

it.each([
  ['ECONNREFUSED', 503],
  ['EHOSTUNREACH', 503],
  ['EAI_AGAIN', 503],
  ['CONNECTION_CLOSED', 503],
  ['57P03', 503],
  ['53300', 503],
  ['08006', 503],
  ['08P01', 500],
  ['57014', 500],
  ['ENOENT', 500],
])('an error of the database with the code %s is answered %i', async (code, status) => {
  lines.splice(0);
  const response = await get(`/database?code=${code}`);
  expect(response.status).toBe(status);
  const { message } = (await response.json()) as { message: string };
  const away = 'The server cannot answer at the moment. Try again later.';
  expect(message).toBe(status === 503 ? away : 'Something went wrong on the server.');
  expect(lines).toEqual([expect.stringMatching(status === 503 ? `${code} no connection` : 'no connection')]);
});
