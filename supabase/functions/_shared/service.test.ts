import { createServer, type Server } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import radioPlaylist from '../radio-playlist/index.ts';
import { callProcedure, failureStatus, send, ServerUnavailableError } from './service.ts';

let server: Server | null = null;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = null;
});

interface Scripted {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function serve(answers: readonly Scripted[]) {
  const requests: { at: number; path: string }[] = [];
  const remaining = [...answers];
  const started = createServer((req, res) => {
    requests.push({ at: performance.now(), path: req.url ?? '' });
    const { status, body = null, headers = {} } = remaining.shift() ?? { status: 500, body: 'asked too often' };
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  const address = started.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { requests, project: { url: `http://127.0.0.1:${port}`, key: 'key' } };
}

const unavailable = (seconds?: string): Scripted => ({
  status: 503,
  body: { message: 'The process of REST and Auth ended.' },
  ...(seconds === undefined ? {} : { headers: { 'retry-after': seconds } }),
});

const reasonOf = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done));
  return signal.reason;
};

it("retries a repeatable request once, after the server's Retry-After (at most 2 s), or after 0.5 s without it", async () => {
  for (const [seconds, least] of [
    ['1', 950],
    ['3600', 1950],
    [undefined, 450],
  ] as const) {
    const { requests, project } = await serve([unavailable(seconds), { status: 200, body: 7 }]);
    expect(await callProcedure(project, 'end_sponsorships', {}, { isRepeatable: true })).toBe(7);
    expect((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(least);
    server?.close();
  }
});

it('ends the wait before a retry when its signal aborts', async () => {
  const { requests, project } = await serve([unavailable('2'), { status: 200, body: 7 }]);
  const started = performance.now();
  const signal = AbortSignal.timeout(300);
  await expect(send(project, 'GET', '/rest/v1/tracks', { signal })).rejects.toBe(await reasonOf(signal));
  expect(requests).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(1_900);
});

it('sends a non-repeatable request once and a repeatable one twice, and fails with 503', async () => {
  for (const [options, times] of [
    [{}, 1],
    [{ isRepeatable: true }, 2],
  ] as const) {
    const { requests, project } = await serve([unavailable('0'), unavailable('0'), { status: 200 }]);
    const failure = await callProcedure(project, 'finish', {}, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServerUnavailableError);
    expect(failureStatus(failure)).toBe(503);
    expect(requests).toHaveLength(times);
    server?.close();
  }
});

it('retries a read, but no deletion, when the server is restarted', async () => {
  const { requests, project } = await serve([unavailable('0'), { status: 200, body: [1] }, unavailable('0')]);
  const response = await send(project, 'GET', '/rest/v1/tracks');
  expect([response.status, await response.json(), requests.length]).toEqual([200, [1], 2]);
  const deleting = await send(project, 'DELETE', '/storage/v1/object/covers').catch(failureStatus);
  expect([deleting, requests.length]).toEqual([503, 3]);
});

it('retries after a connection is cut before the response, but only if the request is repeatable', async () => {
  let requests = 0;
  const cutting = createServer((req, res) => {
    requests += 1;
    if (requests === 1) req.socket.destroy();
    else res.end('7');
  });
  server = cutting;
  await new Promise<void>((done) => cutting.listen(0, '127.0.0.1', done));
  const address = cutting.address();
  const project = { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, key: 'key' };
  expect(await callProcedure(project, 'longest_airing_ms', {}, { isRepeatable: true })).toBe(7);
  requests = 0;
  expect(await callProcedure(project, 'finish', {}).catch(failureStatus)).toBe(503);
  expect(requests).toBe(1);
});

it('reports 502, 504 and a refused connection as unavailable (503), 400 and 500 as 500, and an abort as not unavailable', async () => {
  const { requests, project } = await serve([{ status: 502 }, { status: 504 }, { status: 500 }, { status: 400 }]);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at++)
    statuses.push(await callProcedure(project, 'any', {}, { isRepeatable: true }).then(() => 0, failureStatus));
  expect(statuses).toEqual([503, 503, 500, 500]);
  expect(requests).toHaveLength(4);
  const nowhere = { ...project, url: 'http://127.0.0.1:9' };
  expect(await callProcedure(nowhere, 'any', {}).catch(failureStatus)).toBe(503);
  const aborted = await callProcedure(project, 'any', {}, { signal: AbortSignal.abort() }).catch(
    (error: unknown) => error,
  );
  expect(aborted).not.toBeInstanceOf(ServerUnavailableError);
});

it("the radio's playlist survives a restart of REST, and answers 503 while REST is unavailable", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const request = ({ url, key }: { url: string; key: string }) =>
    radioPlaylist.fetch(new Request(`${url}/functions/v1/radio-playlist`), {
      env: { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key },
      origin: url,
    });
  const noTracks = { status: 200, body: [] };
  const restarted = await serve([
    { status: 200, body: 900_000 },
    unavailable('0'),
    { status: 200 },
    noTracks,
    noTracks,
  ]);
  expect(await (await request(restarted.project)).text()).toBe('#EXTM3U\n');
  server?.close();
  const down = await serve([{ status: 200, body: 900_000 }, unavailable('0'), unavailable('0')]);
  expect((await request(down.project)).status).toBe(503);
});
