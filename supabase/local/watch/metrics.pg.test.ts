import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { requestsIn, scrape } from '../../../tests/support/scrape.ts';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { openFolderPlace } from '../backup/folder-place.ts';
import { nameAt } from '../backup/stored-backups.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let dist: string;
let backups: string;
let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'undercurrent dist '));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Undercurrent</title>');
  backups = await mkdtemp(join(tmpdir(), 'undercurrent backups '));
  await mkdir(join(backups, 'backups'));
  // A recent backup, so that the stack makes none.
  await writeFile(join(backups, 'backups', `${nameAt(new Date())}.json`), '{}');
  const settings = { place: openFolderPlace(backups), everyMs: 86_400_000, keepCount: 1 };
  test = await openTestStack({ distDir: dist, backups: { settings, env: {} } });
  user = await test.createUser();
});
afterAll(async () => {
  await test.close();
  for (const folder of [dist, backups]) await rm(folder, { recursive: true, force: true });
});

const figure = async (name: string) => (await scrape(test.stack.url)).get(name);

/** Runs `work` and expects exactly these ended requests. A response reaches the client before its request counts as ended. */
async function expectRequests(work: () => Promise<unknown>, expected: Readonly<Record<string, number>>): Promise<void> {
  await expect.poll(() => figure('undercurrent_http_requests_in_progress')).toBe(1);
  const before = requestsIn(await scrape(test.stack.url));
  await work();
  await expect
    .poll(async () => {
      const now = [...requestsIn(await scrape(test.stack.url))].filter(([name]) => !name.startsWith('metrics'));
      const added = now.map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)]);
      return Object.fromEntries(added.filter(([, count]) => count !== 0));
    })
    .toEqual(expected);
}

/** @returns the response, once the server has closed the connection */
const sendRaw = (request: string) =>
  new Promise<string>((done, fail) => {
    const socket = connect(test.stack.port, '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.once('close', () => done(text)).once('error', fail);
  });

const send = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(test.stack.url + path, init);
  await response.arrayBuffer();
  return response;
};
const rpc = (name: string, body: unknown, token?: string) =>
  send(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: test.stack.keys.publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

it('counts each request by the part of the server, the action and the status, whatever paths clients invent', async () => {
  const page = { headers: { accept: 'text/html' } };
  await expectRequests(
    async () => {
      for (const path of ['/', '/track/8', '/people']) await send(path, page);
      for (const path of ['/.env', '/.git/config', '/wp-login.php', '/a/b?c=d']) await send(path);
      for (const path of ['/rest/v1/genres?select=id', '/rest/v1/genres?select=id&limit=1'])
        await send(path, { headers: { apikey: test.stack.keys.publishableKey } });
      await send('/rest/v1/genres', { headers: { apikey: 'sb_publishable_wrong' } });
      await rpc('sync_pull', { p: {} }, user.token);
      await rpc('sync%5Fpull', { p: {} }, user.token);
      await rpc('sync_push', { p_actions: [] }, user.token);
      for (const name of ['drop_everything', 'sync_pull2', 'x%2Fy']) await rpc(name, {});
      await send('/auth/v1/token?grant_type=password', { method: 'POST', body: '{}' });
      await send('/auth/v1/invented/path', { headers: { apikey: test.stack.keys.publishableKey } });
      await send('/storage/v1/object/public/tracks/none.mp3');
      await send('/functions/v1/invented', { method: 'POST' });
      await send('/healthz');
      await send('/rest/v1/genres', { method: 'OPTIONS' });
    },
    {
      'app page 200': 3,
      'app page 404': 4,
      'rest read 200': 2,
      'rest read 401': 1,
      'rest rpc sync_pull 200': 2,
      'rest rpc sync_push 200': 1,
      'rest rpc other 404': 3,
      'auth token password 401': 1,
      'auth other 401': 1,
      'storage read public 400': 1,
      'functions other 404': 1,
      'health 200': 1,
      'rest preflight 204': 1,
    },
  );
});

it('measures the duration of each counted request once', async () => {
  await expect
    .poll(async () => {
      const figures = await scrape(test.stack.url);
      const sum = (name: string) =>
        [...figures].filter(([key]) => key.startsWith(name)).reduce((total, [, value]) => total + value, 0);
      return sum('undercurrent_http_requests_total') - sum('undercurrent_http_request_duration_seconds_count');
    })
    .toBe(0);
});

it('counts a request as 499 if its client left, and no longer as in progress', async () => {
  await expectRequests(
    async () => {
      const req = request(`${test.stack.url}/rest/v1/rpc/sync_pull`, {
        method: 'POST',
        headers: { 'content-length': '10' },
      });
      req.on('error', () => undefined);
      req.write('{');
      await expect.poll(() => figure('undercurrent_http_requests_in_progress')).toBe(2);
      req.destroy();
    },
    { 'rest rpc sync_pull 499': 1 },
  );
  expect(await figure('undercurrent_http_requests_in_progress')).toBe(1);
});

it('counts a connection as refused if its request cannot be parsed', async () => {
  const before = await figure('undercurrent_connections_refused_total{reason="invalid request"}');
  expect(await sendRaw('GET / HTTP/9\r\n\r\n')).toContain('400 Bad Request');
  expect(await figure('undercurrent_connections_refused_total{reason="invalid request"}')).toBe(Number(before) + 1);
});

it('counts a request without a Host header, and one with an unknown Expect header', async () => {
  await expectRequests(
    async () => {
      const first = 'GET /healthz HTTP/1.1\r\nConnection: close\r\n';
      expect(await sendRaw(`${first}\r\n`)).toContain('400 Bad Request');
      expect(await sendRaw(`${first}Host: localhost\r\nExpect: tea\r\n\r\n`)).toContain('200 OK');
    },
    { 'none 400': 1, 'health 200': 1 },
  );
});

it('counts sockets, channels and deliveries of Realtime, and refused sockets', async () => {
  const path = `ws://127.0.0.1:${test.stack.port}/realtime/v1/websocket`;
  await expectRequests(
    async () => {
      const refused = new WebSocket(`${path}?apikey=wrong`);
      const id = await new Promise((done) =>
        refused.once('unexpected-response', (_, response) => done(response.headers['x-request-id'])),
      );
      refused.on('error', () => undefined).terminate();
      expect(id).toMatch(/^[0-9a-f]{16}$/);
      const channel = user.client.channel('zap-economy-v3');
      const heard = new Promise<void>((done) =>
        channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'user_balances' }, () => done()),
      );
      await new Promise<void>((done) => channel.subscribe((status) => (status === 'SUBSCRIBED' ? done() : undefined)));
      expect(await figure('undercurrent_realtime_sockets')).toBe(1);
      expect(await figure('undercurrent_realtime_channels')).toBe(1);
      await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                       values (${user.id}, 'zap', 3, current_date)`;
      await heard;
      expect(await figure('undercurrent_realtime_deliveries_total{kind="change"}')).toBe(1);
      await user.client.removeAllChannels();
      await user.client.realtime.disconnect();
      await expect.poll(() => figure('undercurrent_realtime_sockets')).toBe(0);
    },
    { 'realtime socket 401': 1, 'realtime socket 101': 1 },
  );
});

it('counts uploads by their outcome, and mails', async () => {
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    user.client.storage.from('tracks').upload(`${user.id}/${name}`, bytes, { contentType: 'audio/mpeg' });
  const track = mp3({ frames: 50 });
  expect((await upload('good.mp3', track)).error).toBeNull();
  expect((await upload('bad.mp3', new TextEncoder().encode('no audio'))).error).not.toBeNull();
  const figures = await scrape(test.stack.url);
  expect({
    stored: figures.get('undercurrent_uploads_total{outcome="stored"}'),
    refused: figures.get('undercurrent_uploads_total{outcome="refused"}'),
    failed: figures.get('undercurrent_uploads_total{outcome="failed"}'),
    bytes: figures.get('undercurrent_uploaded_bytes_total'),
    mails: figures.get('undercurrent_mails_total{outcome="delivered"}'),
  }).toEqual({ stored: 1, refused: 1, failed: 0, bytes: track.length, mails: test.stack.mailbox.messages().length });
});

it('exposes every metric, door, action, outcome and status that the alerts use', async () => {
  const figures = [...(await scrape(test.stack.url)).keys()];
  const names = new Set(figures.map((name) => name.replace(/\{.*/, '')));
  const alerts = readFileSync(new URL('../../../docs/alerts.yml', import.meta.url), 'utf8');
  const used = [...new Set(alerts.match(/undercurrent_\w+/g))];
  expect(used.filter((name) => !names.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(15);
  const values = [...alerts.matchAll(/(undercurrent_\w+)\{[^}]*?\b((?:door|action|outcome|status)="[^"]+")/g)];
  const isMissing = ([, metric, value]: string[]) =>
    !figures.some((name) => name.startsWith(`${metric}{`) && name.includes(String(value)));
  expect(values.filter(isMissing).map(([match]) => match)).toEqual([]);
  expect(values.length).toBeGreaterThan(3);
});

it('is open on this machine without a key, but not through a proxy or under another host name', async () => {
  const { metricsKey } = test.stack.keys;
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((done, fail) => {
      const options = { port: test.stack.port, host: '127.0.0.1', path: '/metrics', headers };
      request(options, (res) => done(res.resume().statusCode))
        .once('error', fail)
        .end();
    });
  expect(await ask({})).toBe(200);
  expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe(401);
  expect(await ask({ host: 'music.example.com' })).toBe(401);
  expect(await ask({ authorization: `Bearer ${test.stack.keys.mailboxKey}` })).toBe(401);
  expect(await ask({ host: 'music.example.com', authorization: `Bearer ${metricsKey}` })).toBe(200);
});
