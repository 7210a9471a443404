import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';
import { precompress } from './precompress.ts';

const source = fileURLToPath(new URL('../../../index.html', import.meta.url));
const staticPage =
  '<!doctype html><html><head><title>Undercurrent</title></head><body>The app of a static host</body></html>';
const hostRules = { 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'" };

const lines: string[] = [];
let dir: string;
let host: Server;
let isHostUp = true;
let publicUrl: string;
let test: TestStack;
let artist: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'undercurrent previews '));
  await mkdir(join(dir, 'dist'));
  await cp(source, join(dir, 'dist', 'index.html'));
  await precompress(join(dir, 'dist'));
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  host = createServer((req, res) => {
    res.writeHead(isHostUp && req.url === '/index.html' ? 200 : 404, { ...hostRules, server: 'static' });
    res.end(staticPage);
  });
  await new Promise<void>((done) => host.listen(port, '127.0.0.1', done));
  test = await openTestStack({ distDir: join(dir, 'dist'), publicUrl, log: (line) => lines.push(line) });
  artist = await addProfile('public');
});
afterAll(async () => {
  await test.close();
  await new Promise((done) => host.close(done));
  await rm(dir, { recursive: true, force: true });
});

async function addProfile(privacy: string): Promise<string> {
  const id = randomUUID();
  await test.sql`insert into public.user_profiles (id, artist_name, privacy_setting, avatar_url)
                 values (${id}, 'Someone', ${privacy}, ${`${id}/face.png`})`;
  return id;
}

async function addTrack(options: { title?: string; isPublic?: boolean } = {}): Promise<string> {
  const id = randomUUID();
  await test.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes,
                                            rights_confirmed, is_public)
                 values (${id}, ${artist}, ${options.title ?? 'Night Bus'}, 'Someone', 'House', ${`${artist}/${id}.mp3`},
                         ${`${artist}/cover.png`}, 180000, 2880000, true, ${options.isPublic ?? true})`;
  return id;
}

interface Page {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Accepts any type, as crawlers do. */
function requestPage(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> {
  return new Promise((done, fail) => {
    const req = request(test.stack.url + path, { method, headers: { accept: '*/*', ...headers } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        done({ status: res.statusCode, headers: res.headers, bytes, text: bytes.toString() });
      });
    });
    req.on('error', fail).end();
  });
}

function tagsOf({ text }: Page): Record<string, string> {
  const tags = text.matchAll(/<meta (?:name|property)="((?:og|twitter):[\w:]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
}

function comparable(page: Page) {
  const { date: _, 'x-request-id': __, ...headers } = page.headers;
  return { ...page, headers };
}
const plainPage = async () => comparable(await requestPage('/explore', { accept: 'text/html' }));

describe('The page of a track or profile', () => {
  it('shows a public track by title, artist and cover, always under the public URL', async () => {
    const id = await addTrack();
    const cover = `${publicUrl}/storage/v1/object/public/covers/${artist}/cover.png`;
    const page = await requestPage(`/track/${id}`, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(tagsOf(page)).toEqual({
      'og:site_name': 'Undercurrent',
      'og:type': 'music.song',
      'og:title': 'Night Bus by Someone',
      'og:description': 'Listen to Night Bus by Someone on Undercurrent.',
      'og:url': `${publicUrl}/track/${id}`,
      'og:image': cover,
      'og:image:alt': 'Night Bus by Someone',
      'twitter:card': 'summary',
      'twitter:title': 'Night Bus by Someone',
      'twitter:description': 'Listen to Night Bus by Someone on Undercurrent.',
      'twitter:image': cover,
    });
    expect(page.text).toContain(`<link rel="canonical" href="${publicUrl}/track/${id}" />`);
    expect(page.text.match(/<title>.*<\/title>/g)).toEqual(['<title>Night Bus by Someone · Undercurrent</title>']);
    expect(page.text).not.toContain('evil.example');
    expect(page.text).toContain((await plainPage()).text.split('</head>')[1]);
  });

  it('shows a public profile by name and picture', async () => {
    expect(tagsOf(await requestPage(`/profile/${artist}`))).toMatchObject({
      'og:type': 'profile',
      'og:title': 'Someone',
      'og:url': `${publicUrl}/profile/${artist}`,
      'og:image': `${publicUrl}/storage/v1/object/public/avatars/${artist}/face.png`,
    });
  });

  it('[S-1] [S-23] is the plain page in every other case, and the response does not reveal why', async () => {
    const deleted = await addTrack();
    await test.sql`delete from public.tracks where id = ${deleted}`;
    const hidden = [
      `/track/${await addTrack({ isPublic: false })}`,
      `/track/${deleted}`,
      `/track/${randomUUID()}`,
      `/track/${artist}`,
      `/profile/${await addProfile('friends_only')}`,
      `/profile/${await addProfile('private')}`,
      `/profile/${randomUUID()}`,
    ];
    const plain = await plainPage();
    expect(plain.text).not.toContain('og:');
    for (const path of hidden) expect(comparable(await requestPage(path)), path).toEqual(plain);
    for (const path of ['/track/1', "/track/' or 1=1", '/profile/%00'])
      expect(comparable(await requestPage(encodeURI(path), { accept: 'text/html' })).text, path).not.toContain('og:');
  });

  it('escapes a hostile title, and keeps the Content-Security-Policy of the built page', async () => {
    const id = await addTrack({ title: `</title></head><script>alert(1)</script>"'\u202e$&` });
    const page = await requestPage(`/track/${id}`);
    expect(tagsOf(page)['og:title']).toBe(
      '&lt;/title&gt;&lt;/head&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;$&amp; by Someone',
    );
    expect(page.text).not.toContain('<script>alert');
    const plain = await plainPage();
    expect(page.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  });

  it('is cached and compressed like the plain page, and its ETag changes with the content', async () => {
    const id = await addTrack();
    const path = `/track/${id}`;
    const plain = await plainPage();
    const page = await requestPage(path);
    const { etag: _, 'last-modified': __, 'content-length': ___, ...rules } = plain.headers;
    expect(page.headers).toMatchObject(rules);
    const [br, gzip] = [
      await requestPage(path, { 'accept-encoding': 'br' }),
      await requestPage(path, { 'accept-encoding': 'gzip' }),
    ];
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(page.text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(page.text);
    expect(new Set([page, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);

    const tag = { 'if-none-match': page.headers.etag ?? '' };
    expect(await requestPage(path, tag)).toMatchObject({ status: 304, text: '', headers: { etag: page.headers.etag } });
    const head = await requestPage(path, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(page.bytes.length) } });
    await test.sql`update public.tracks set title = 'Day Bus' where id = ${id}`;
    expect(tagsOf(await requestPage(path, tag))['og:title']).toBe('Day Bus by Someone');
    await test.sql`update public.tracks set is_public = false where id = ${id}`;
    expect(comparable(await requestPage(path, tag))).toEqual(plain);
  });

  it('is the plain page while the database is locked, and the timeout is logged', async () => {
    const path = `/track/${await addTrack()}`;
    const plain = await plainPage();
    await test.sql.begin(async (tx) => {
      await tx`lock table public.tracks in access exclusive mode`;
      expect(comparable(await requestPage(path))).toEqual(plain);
    });
    expect(tagsOf(await requestPage(path))['og:title']).toBe('Night Bus by Someone');
    const logged = lines.filter((line) => line.startsWith(`The link preview of ${path} could not be read: `));
    expect(logged).toHaveLength(1);
  });
});

describe('The function for a static host', () => {
  const askFunction = (path: string) => requestPage(`/functions/v1/link-preview${path}`);
  // Start the function before the tests: its first request may exceed the time limit of a preview.
  beforeAll(() => askFunction(`/track/${randomUUID()}`));

  it("puts the app's preview tags into the static host's page and keeps that host's headers", async () => {
    const path = `/track/${await addTrack()}`;
    const page = await askFunction(path);
    const cover = `${test.stack.url}/storage/v1/object/public/covers/${artist}/cover.png`;
    expect(tagsOf(page)).toEqual({ ...tagsOf(await requestPage(path)), 'og:image': cover, 'twitter:image': cover });
    expect(page.text).toContain('The app of a static host');
    expect(page.headers).toMatchObject({ ...hostRules, 'content-type': 'text/html; charset=utf-8' });
    expect(page.headers.server).toBeUndefined();
  });

  it("returns the static host's page unchanged in every other case", async () => {
    const hidden = `/track/${await addTrack({ isPublic: false })}`;
    const paths = [hidden, `/profile/${await addProfile('private')}`, `/track/${randomUUID()}`, '/explore', ''];
    for (const path of paths) expect((await askFunction(path)).text, path).toBe(staticPage);
  });

  it("returns the host's page while the database is locked, 502 if that page is missing, and refuses POST", async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await test.sql.begin(async (tx) => {
      await tx`lock table public.user_profiles in access exclusive mode`;
      expect(await askFunction(`/profile/${artist}`)).toMatchObject({ status: 200, text: staticPage });
    });
    expect(tagsOf(await askFunction(`/profile/${artist}`))['og:title']).toBe('Someone');
    isHostUp = false;
    expect((await askFunction(`/profile/${artist}`)).status).toBe(502);
    isHostUp = true;
    expect(report.mock.calls.map(([name]) => String(name))).toEqual(['link-preview:', 'link-preview:']);
    report.mockRestore();
    expect((await requestPage('/functions/v1/link-preview', {}, 'POST')).status).toBe(405);
  });
});

// This test is the last one, because it renames the function that the other tests need.
describe('A link preview that the database cannot read', () => {
  it('leaves the page plain, and is logged', async () => {
    const path = `/track/${await addTrack()}`;
    const plain = await plainPage();
    await test.sql`alter function public.get_link_preview(text, uuid) rename to elsewhere`;
    expect(comparable(await requestPage(path))).toEqual(plain);
    expect(lines.filter((line) => line.startsWith(`The link preview of ${path} could not be read: `))).toHaveLength(1);
  });
});
