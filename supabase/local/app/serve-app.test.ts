import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRouter } from '../http/router.ts';
import { createAppServer } from './serve-app.ts';

const revision = 'a'.repeat(32);
let distDir: string;
beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'undercurrent-dist-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><script>let a</script>');
  await writeFile(
    join(distDir, 'service-worker.js'),
    `start([{"revision":"${revision}","url":"index.html"},{"revision":"${revision}","url":"other.html"}])`,
  );
});
afterAll(() => rm(distDir, { recursive: true, force: true }));

type Handle = ReturnType<typeof createAppServer>;
let handle: Handle;
const answer = createRouter(
  [{ door: 'app', prefix: '/', handle: (exchange) => handle(exchange) }],
  async () => Buffer.alloc(0),
  () => undefined,
);
const server = createServer((req, res) => void answer(req, res));
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function fetchWith(settings: { radioUrl?: string; mediaHosts?: string[] } = {}) {
  handle = createAppServer({ distDir, radioUrl: null, mediaHosts: [], findPreview: async () => null, ...settings });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const worker = await fetch(`${origin}/service-worker.js`);
  const page = await fetch(`${origin}/explore`, { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy');
  return { etag: worker.headers.get('etag') ?? '', text: await worker.text(), policy };
}

const revisionOf = (text: string, url: string) =>
  new RegExp(`"revision":"([0-9a-f]{32})","url":"${url}"`).exec(text)?.[1];

it("changes the page's precache revision when its headers change, so that no device keeps an old policy", async () => {
  const station = await fetchWith({ radioUrl: 'https://radio.example.com' });
  const other = await fetchWith({ radioUrl: 'https://other.example.com' });
  const pictures = await fetchWith({ radioUrl: 'https://radio.example.com', mediaHosts: ['pictures.example.com'] });
  expect(await fetchWith({ radioUrl: 'https://radio.example.com' })).toEqual(station);
  expect(station.policy).not.toBe(other.policy);
  const revisions = [station, other, pictures].map(({ text }) => revisionOf(text, 'index.html'));
  expect(new Set([revision, ...revisions]).size).toBe(4);
  expect(revisionOf(station.text, 'other.html')).toBe(revision);
  expect(new Set([station, other, pictures].map(({ etag }) => etag)).size).toBe(3);
});
