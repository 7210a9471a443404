import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { liteProcesses } from '../../../tests/support/lite-processes.ts';
import { keepLite, type KeepLiteOptions } from './keep-lite.ts';
import type { LiteRequest } from './lite-messages.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

/** On a busy machine a process takes long to load its code. */
vi.setConfig({ testTimeout: 120_000 });
const patient = { timeout: 60_000 };

const lines: string[] = [];
let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  test = await openTestStack({ log: (line) => void lines.push(line), app: ({ res }) => void res.end('the app') });
  await test.sql
    .unsafe(
      `create function public.wait_for_lock() returns integer language plpgsql as
         $$ begin perform pg_advisory_xact_lock(4711); return 1; end $$;
       grant execute on function public.wait_for_lock to authenticated;`,
    )
    .simple();
  user = await test.createUser();
});
afterAll(() => test.close());
beforeEach(() => void lines.splice(0));

const send = (path: string, init: Omit<RequestInit, 'headers'> = {}) =>
  fetch(`${test.stack.url}${path}`, {
    ...init,
    headers: {
      apikey: test.stack.keys.publishableKey,
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
    },
  });
/** Throws if there is none: a signal to process 0 would end the test's own process group. */
function requirePid(pid: number | undefined): number {
  if (!pid) throw new Error('No process of REST and Auth runs');
  return pid;
}

const onlyProcess = (): number => {
  const [pid, ...others] = liteProcesses(process.pid);
  expect(others).toEqual([]);
  return requirePid(pid);
};
const waitingForLock = async () =>
  Number((await test.sql`select count(*) from pg_locks where locktype = 'advisory' and not granted`)[0]?.['count']);
const post = (path: string, body: object) => send(path, { method: 'POST', body: JSON.stringify(body) });

it('restarts a killed process, and no other endpoint notices', async () => {
  const socket = new WebSocket(
    `${test.stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${test.stack.keys.publishableKey}&vsn=2.0.0`,
  );
  await once(socket, 'open');
  // The first request of each round waits until the process is ready.
  for (let round = 0; round < 3; round += 1) {
    expect((await send('/rest/v1/genres')).status).toBe(200);
    const pid = onlyProcess();
    process.kill(pid, 'SIGKILL');
    const others = await Promise.all(['/healthz', '/', '/radio/api/nowplaying', '/mailbox'].map((path) => send(path)));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // Reads that arrive during the restart wait for the next process; interrupted reads are retried.
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('/rest/v1/genres?limit=1')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(onlyProcess()).not.toBe(pid);
  }
  socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]));
  expect(String((await once(socket, 'message'))[0])).toContain('ok');
  socket.terminate();
  expect(lines.filter((line) => line === 'REST and Auth ended and are started again (SIGKILL).')).toHaveLength(3);
});

it('answers 503 to an interrupted write, names it in the log, and keeps the session', async () => {
  await test.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`;
    const pending = post('/rest/v1/rpc/wait_for_lock', {});
    await expect.poll(waitingForLock).toBe(1);
    process.kill(onlyProcess(), 'SIGKILL');
    const response = await pending;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'PGRST001' });
    const id = response.headers.get('x-request-id') ?? 'none';
    expect(lines).toEqual([
      `REST and Auth ended and are started again (SIGKILL; under way: POST /rest/v1/rpc/wait_for_lock (request ${id})).`,
      `POST /rest/v1/rpc/wait_for_lock answered 503 (request ${id}): The process of REST and Auth ended.`,
    ]);
  });
  expect((await send('/auth/v1/user')).status).toBe(200);
  expect((await post('/rest/v1/rpc/wait_for_lock', {})).status).toBe(200);
});

it('delivers a mail that is requested during a restart', async () => {
  const login = () => post('/auth/v1/token?grant_type=password', { email: user.email, password: 'wrong horse' });
  expect((await login()).status).toBe(400);
  process.kill(onlyProcess(), 'SIGKILL');
  expect((await post('/auth/v1/recover', { email: user.email })).status).toBe(200);
  expect(test.stack.mailbox.latestTo(user.email)?.subject).toMatch(/reset/i);
});

const openInstance = (options: Partial<KeepLiteOptions>) => {
  const { keys, url } = test.stack;
  const { databaseUrl, jwtSecret, publishableKey, serviceRoleKey } = keys;
  const log = (line: string) => void lines.push(line);
  const settings = { databaseUrl, jwtSecret, publishableKey, serviceRoleKey, siteUrl: url };
  const rest = { deliver: async () => undefined, nameOf: () => 'a request', hasSpare: false, log };
  const others = liteProcesses(process.pid);
  const lite = keepLite({ settings, ...rest, ...options });
  return { lite, processes: () => liteProcesses(process.pid).filter((pid) => !others.includes(pid)) };
};
const genres = (): LiteRequest => ({
  method: 'GET',
  url: `${test.stack.url}/rest/v1/genres?select=name&limit=1`,
  headers: [['apikey', test.stack.keys.publishableKey]],
  body: new Uint8Array(),
});

it('replaces an ended process with a preloaded spare', async () => {
  const { lite, processes } = openInstance({ hasSpare: true });
  try {
    expect((await lite.send(genres())).status).toBe(200);
    await expect.poll(() => processes().length, patient).toBe(2);
    const [first, spare] = processes();
    process.kill(requirePid(first), 'SIGKILL');
    expect((await lite.send(genres())).status).toBe(200);
    expect(processes()[0]).toBe(spare);
  } finally {
    await lite.close();
  }
  await expect.poll(processes).toEqual([]);
});

it('kills and restarts a hung process', async () => {
  const { lite, processes } = openInstance({ hungAfterMs: 2_000 });
  try {
    expect((await lite.send(genres())).status).toBe(200);
    const first = requirePid(processes()[0]);
    process.kill(first, 'SIGSTOP');
    expect((await lite.send(genres())).status).toBe(200);
    expect(processes()).not.toContain(first);
    expect(lines).toEqual(['REST and Auth ended and are started again (it did not answer any more).']);
  } finally {
    await lite.close();
  }
});

it('reports the uncaught error that ended the process, and starts it again', async () => {
  const { jwtSecret, publishableKey, serviceRoleKey } = test.stack.keys;
  const siteUrl = test.stack.url;
  const { lite } = openInstance({
    settings: { databaseUrl: 'http://[', jwtSecret, publishableKey, serviceRoleKey, siteUrl },
  });
  try {
    await expect.poll(() => lines.length, patient).toBeGreaterThan(1);
    for (const line of lines)
      expect(line).toMatch(/^REST and Auth ended and are started again \(it broke: TypeError: Invalid URL/);
  } finally {
    await lite.close();
  }
});

it('refuses unknown HTTP methods, and survives', async () => {
  const pid = onlyProcess();
  for (const method of ['TRACE', 'TRACK', 'PROPFIND']) {
    const socket = connect(test.stack.port, 'localhost');
    socket.end(`${method} /rest/v1/genres HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString()));
    await once(socket, 'close');
    expect([method, answer.split('\r\n')[0]]).toEqual([method, expect.stringMatching(/^HTTP\/1.1 40[05]/)]);
  }
  expect(onlyProcess()).toBe(pid);
});
