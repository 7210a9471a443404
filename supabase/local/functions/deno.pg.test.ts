import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveInDeno, type DenoFunctions } from '../../../tests/support/deno-functions.ts';
import { hashPasscode } from '../../functions/validate-beta-passcode/passcode-hash.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fixture = (name: string) => readFileSync(join(root, 'tests/fixtures', name));

let dist: string;
let test: TestStack;
let deno: DenoFunctions;
let user: TestUser;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'undercurrent page '));
  await cp(join(root, 'index.html'), join(dist, 'index.html'));
  test = await openTestStack({ distDir: dist });
  const { url, keys } = test.stack;
  [deno, user] = await Promise.all([
    hashPasscode('velvet rope').then((hash) =>
      serveInDeno({
        SUPABASE_URL: url,
        SUPABASE_PUBLIC_URL: 'https://api.music.example.com',
        SUPABASE_ANON_KEY: keys.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
        PUBLIC_URL: url,
        BETA_PASSCODE_HASH: hash,
      }),
    ),
    test.createUser(),
  ]);
});
afterAll(async () => {
  await test.close();
  await rm(dist, { recursive: true, force: true });
  await deno.close();
});

const call = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(deno.addressOf(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const answerOf = async (response: Response) => [response.status, await response.json()];
const asUser = () => ({ authorization: `Bearer ${user.token}` });

async function upload(bucket: string, name: string, file: string, contentType: string): Promise<string> {
  const path = `${user.id}/${name}`;
  const { error } = await user.client.storage.from(bucket).upload(path, fixture(file), { contentType });
  if (error) throw error;
  return path;
}

it('serves every function of the folder, and each refuses unsupported methods', async () => {
  expect(deno.names).toEqual([
    'check-upload',
    'link-preview',
    'radio-playlist',
    'remove-files',
    'validate-beta-passcode',
  ]);
  const answers = await Promise.all(deno.names.map((name) => fetch(deno.addressOf(name), { method: 'PUT' })));
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405, 405]);
});

it('[S-15] check-upload records the same file facts as Storage', async () => {
  const files = [
    ['tracks', await upload('tracks', 'a.mp3', 'outside-vbr-art.mp3', 'audio/mpeg')],
    ['covers', await upload('covers', 'a.png', 'cover.png', 'image/png')],
  ] as const;
  const facts = (name: string) =>
    test.sql`select kind, mime, bytes::int, duration_ms from private.file_facts where name = ${name}`;
  for (const [bucket, name] of files) {
    const [found] = await facts(name);
    await test.sql`delete from private.file_facts where name = ${name}`;
    expect(await answerOf(await call('check-upload', { bucket, name }, asUser()))).toEqual([
      200,
      { kind: found?.['kind'], bytes: found?.['bytes'], duration_ms: found?.['duration_ms'] },
    ]);
    expect([...(await facts(name))]).toEqual([found]);
  }
});

it("[SY-11] check-upload is for the folder's owner and the service key, and reports a missing file", async () => {
  const name = await upload('covers', 'mine.png', 'cover.png', 'image/png');
  const status = async (body: unknown, headers: Record<string, string>) =>
    (await call('check-upload', body, headers)).status;
  expect(await status({ bucket: 'covers', name }, {})).toBe(403);
  expect(await status({ bucket: 'covers', name: 'somebody/else.png' }, asUser())).toBe(403);
  expect(await status({ bucket: 'covers', name: `${user.id}/none.png` }, asUser())).toBe(404);
  expect(await status({ bucket: 'secrets', name }, asUser())).toBe(400);
  const hook = { type: 'INSERT', table: 'objects', record: { bucket_id: 'covers', name } };
  expect(await status(hook, { apikey: test.stack.keys.serviceRoleKey })).toBe(200);
});

it('remove-files removes queued files, for the service key only', async () => {
  const name = await upload('covers', 'old.png', 'cover.png', 'image/png');
  await test.sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
                 where name = ${name}`;
  expect((await call('remove-files', { sweep: true }, asUser())).status).toBe(401);
  const asService = await call('remove-files', { sweep: true }, { apikey: test.stack.keys.serviceRoleKey });
  // The server's own schedule may remove the file at the same moment.
  expect(await answerOf(asService)).toEqual([200, { removed: expect.any(Number) }]);
  const remaining = async () => [...(await test.sql`select 1 from storage.objects where name = ${name}`)];
  await expect.poll(remaining).toEqual([]);
});

it('validate-beta-passcode opens a session for the passcode, and counts wrong tries by the IP address that the gateway gives', async () => {
  const enterPasscode = (passcode: unknown, address: string) =>
    call('validate-beta-passcode', { passcode }, { 'cf-connecting-ip': address });
  const [status, opened] = await answerOf(await enterPasscode(' velvet rope ', '203.0.113.1'));
  expect([status, opened]).toEqual([
    200,
    {
      success: true,
      session_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_at: expect.any(String),
      rateLimited: false,
    },
  ]);
  const found = await test.createClient().rpc('beta_session_lookup', { p_token: Object(opened).session_token });
  expect(found.data).toMatchObject({ used: false });
  expect((await enterPasscode(42, '203.0.113.1')).status).toBe(400);
  const wrong = [];
  for (let i = 0; i < 11; i += 1) wrong.push((await answerOf(await enterPasscode('wrong', '203.0.113.2')))[1]);
  const refused = { success: false, rateLimited: false };
  expect(wrong).toEqual([...Array.from({ length: 10 }, () => refused), { success: false, rateLimited: true }]);
  expect(await answerOf(await enterPasscode('wrong', '203.0.113.3'))).toEqual([200, refused]);
});

it('[S-19] radio-playlist lists the opted-in tracks, and link-preview puts the preview of a track into the page', async () => {
  const [track] = await test.sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
                               radio_opt_in)
    values (gen_random_uuid(), ${user.id}, 'Night Bus', 'Someone', 'House', ${`${user.id}/night bus.mp3`}, 180000, 2880000, true, true)
    returning id`;
  const playlist = await fetch(deno.addressOf('radio-playlist'));
  expect([playlist.headers.get('content-type'), await playlist.text()]).toEqual([
    'audio/x-mpegurl',
    `#EXTM3U\n#EXTINF:180,Someone - Night Bus\nhttps://api.music.example.com/storage/v1/object/public/tracks/${user.id}/night%20bus.mp3\n`,
  ]);

  const page = (path: string) => fetch(`${deno.addressOf('link-preview')}/link-preview${path}`);
  const shown = await page(`/track/${track?.['id']}`);
  const html = await shown.text();
  expect(html.match(/<title>.*<\/title>/g)).toEqual(['<title>Night Bus by person1 · Undercurrent</title>']);
  expect(html).toContain(`<meta property="og:url" content="${test.stack.url}/track/${track?.['id']}" />`);
  expect(shown.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  const plain = await (await fetch(`${test.stack.url}/index.html`)).text();
  expect(await (await page('/explore')).text()).toBe(plain);
});
