import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { precompress } from './app/precompress.ts';
import { readVersion } from './app/read-version.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'undercurrent stack '));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const options = (overrides: Partial<StackOptions> = {}): StackOptions => ({
  dataDir: join(dir, 'data'),
  port: 0,
  passcode: 'underground',
  empty: true,
  durable: false,
  ...overrides,
});

const refusal = (overrides: Partial<StackOptions>) =>
  startStack(options(overrides)).then(
    async (stack) => {
      await stack.stop();
      throw new Error('it started');
    },
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );

describe('The stack', () => {
  it('leaves nothing running after a stop, and keeps its data and keys for the next start', async () => {
    const first = await startStack(options());
    expect(await (await fetch(`${first.url}/healthz`)).json()).toEqual({
      status: 'ok',
      release: readVersion(),
    });
    const config = await (await fetch(`${first.url}/.well-known/undercurrent.json`)).json();
    expect(config).toEqual({
      supabaseUrl: first.url,
      publishableKey: first.keys.publishableKey,
      radioUrl: `${first.url}/radio`,
      version: expect.any(String),
    });
    expect(JSON.stringify(config)).not.toContain(first.keys.serviceRoleKey);
    expect((await stat(join(dir, 'data', 'keys.json'))).mode & 0o777).toBe(0o600);

    const sql = postgres(first.keys.databaseUrl, { onnotice: () => undefined });
    await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'kept@example.com')`;
    await sql.end();
    await first.stop();
    await first.stop();
    await expect(fetch(`${first.url}/healthz`)).rejects.toThrow();
    await expect(postgres(first.keys.databaseUrl)`select 1`).rejects.toThrow();

    const second = await startStack(options());
    try {
      const { databaseUrl: _old, ...constantKeys } = first.keys;
      expect(second.keys).toMatchObject(constantKeys);
      const reopened = postgres(second.keys.databaseUrl);
      const rows = await reopened`select email from auth.users`;
      await reopened.end();
      expect([...rows]).toEqual([{ email: 'kept@example.com' }]);
    } finally {
      await second.stop();
    }
  });

  it('explains in one line why it cannot start', async () => {
    const running = await startStack(options());
    try {
      expect(await refusal({ port: running.port, dataDir: join(dir, 'other') })).toBe(
        `StartError: Port ${running.port} is in use. Stop what uses it, or choose another one: PORT=${running.port + 1} npm start`,
      );
    } finally {
      await running.stop();
    }
    const file = join(dir, 'a file');
    await writeFile(file, '');
    expect(await refusal({ dataDir: file })).toContain('Set UNDERCURRENT_DATA to another folder');
    const broken = join(dir, 'broken');
    await mkdir(join(broken, 'postgres', 'cluster'), { recursive: true });
    await writeFile(join(broken, 'postgres', 'cluster', 'notes.txt'), 'hello');
    expect(await refusal({ dataDir: broken })).toContain('is broken');
    const damaged = join(dir, 'damaged');
    await (await startStack(options({ dataDir: damaged }))).stop();
    await rm(join(damaged, 'postgres', 'cluster', 'global', 'pg_control'));
    expect(await refusal({ dataDir: damaged })).toMatch(
      /^StartError: PostgreSQL did not start\. .* is damaged\. Keep the folder as it is, and restore your latest backup/,
    );
    await writeFile(join(dir, 'data', 'keys.json'), '{');
    expect(await refusal({})).toContain('keys.json is broken');
    const unreachable = await refusal({
      databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none',
      dataDir: join(dir, 'nowhere'),
    });
    expect(unreachable).toMatch(/^StartError: The database cannot be used: .*Check DATABASE_URL\.$/);
    expect(unreachable).not.toContain('secret');
  });

  it('runs on an external PostgreSQL server', async () => {
    const host = await startStack(options({ dataDir: join(dir, 'host') }));
    const admin = postgres(host.keys.databaseUrl, { onnotice: () => undefined });
    await admin.unsafe('create database guest');
    await admin.end();
    const url = new URL(host.keys.databaseUrl);
    url.pathname = '/guest';
    const guest = await startStack(options({ dataDir: join(dir, 'guest'), databaseUrl: url.href }));
    try {
      expect((await fetch(`${guest.url}/healthz`)).status).toBe(200);
      expect(guest.keys.databaseUrl).toBe(url.href);
    } finally {
      await guest.stop();
      await host.stop();
    }
  });
});

describe('The app server', () => {
  let stack: Stack;
  const html = `<!doctype html><html><head><style>body{color:red}</style><script>console.log(1)</script><script type="module" src="/assets/main-abcdef12.js"></script></head><body>${'x'.repeat(3000)}</body></html>`;
  beforeAll(async () => {
    const dist = join(dir, 'dist');
    await mkdir(join(dist, 'assets'), { recursive: true });
    await mkdir(join(dist, 'icons'));
    await writeFile(join(dist, 'icons', 'icon-512.png'), '');
    await writeFile(join(dist, 'index.html'), html);
    await writeFile(join(dist, 'sw.js'), 'self.x = 1;');
    await writeFile(join(dist, 'manifest.webmanifest'), '{}');
    await writeFile(join(dist, 'assets', 'main-abcdef12.js'), `console.log("${'y'.repeat(5000)}")`);
    await precompress(dist);
    stack = await startStack(options({ dataDir: join(dir, 'app'), distDir: dist }));
  });
  afterAll(() => stack.stop());

  const navigate = (path: string) => fetch(stack.url + path, { headers: { accept: 'text/html' } });
  const header = (response: Response, name: string) => response.headers.get(name);

  it('caches hashed assets for ever and icons for a day, and revalidates the shell and the worker', async () => {
    const paths = [
      '/assets/main-abcdef12.js',
      '/icons/icon-512.png',
      '/',
      '/index.html',
      '/sw.js',
      '/manifest.webmanifest',
    ];
    const policies = await Promise.all(
      paths.map(async (path) => header(await fetch(stack.url + path), 'cache-control')),
    );
    expect(policies).toEqual([
      'public, max-age=31536000, immutable',
      'public, max-age=86400',
      ...['no-cache', 'no-cache', 'no-cache', 'no-cache'],
    ]);
  });

  it("allows only the page's own inline scripts and styles", async () => {
    const csp = header(await fetch(`${stack.url}/`), 'content-security-policy') ?? '';
    const host = new URL(stack.url).host;
    expect(csp.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-CihokcEcBW4atb/CW/XWsvWwbTjqwQlE9nj9ii5ww5M='",
      "style-src 'self' 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E=' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      `img-src 'self' data: blob: https://${host}`,
      `media-src 'self' blob: https://${host}`,
      "font-src 'self'",
      `connect-src 'self' ws://${host} wss://${host} https://${host}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ]);
  });

  it('sends the compressed copy to clients that accept it, and 304 to those that have this version', async () => {
    const url = `${stack.url}/assets/main-abcdef12.js`;
    const brotli = await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } });
    const gzip = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect([brotli, gzip, plain].map((response) => header(response, 'content-encoding'))).toEqual(['br', 'gzip', null]);
    expect(await brotli.text()).toBe(await plain.text());
    const revalidated = await fetch(url, {
      headers: { 'accept-encoding': 'br', 'if-none-match': header(brotli, 'etag') ?? '' },
    });
    expect(revalidated.status).toBe(304);
    expect((await fetch(`${url}.br`)).status).toBe(404);
  });

  it('sends the shell for any page URL, and 404 for a missing file', async () => {
    expect(await (await navigate('/profile/123')).text()).toBe(html);
    expect(await (await navigate('/radio')).text()).toBe(html);
    const missing = ['/assets/gone-12345678.js', '/gone.png', '/rest/v1x', '/..%2fkeys.json', '/%2e%2e/keys.json'];
    expect(await Promise.all(missing.map(async (path) => (await fetch(stack.url + path)).status))).toEqual([
      404, 404, 404, 404, 404,
    ]);
    expect((await navigate('/assets/gone-12345678.js')).status).toBe(404);
    expect((await fetch(`${stack.url}/`, { method: 'POST' })).status).toBe(405);
  });

  it('shows the mailbox to this machine only, with escaped mails', async () => {
    await stack.mailbox.send({
      kind: 'email_change',
      to: '<script>alert(1)</script>',
      code: '123456',
      link: 'http://localhost/x?a=1&b="2',
      from: '<script>alert(1)</script>',
      newAddress: 'new@example.com',
    });
    const page = await (await fetch(`${stack.url}/mailbox`)).text();
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const messages = await (await fetch(`${stack.url}/mailbox/messages.json`)).json();
    expect(messages).toMatchObject([
      { to: '<script>alert(1)</script>', code: '123456', link: 'http://localhost/x?a=1&b="2' },
    ]);
    const { request } = await import('node:http');
    const status = await new Promise((done) =>
      request(`${stack.url}/mailbox/messages.json`, { headers: { host: 'rebound.example' } }, (res) =>
        done(res.resume().statusCode),
      ).end(),
    );
    expect(status).toBe(403);
  });
});
