import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../../tests/support/wait-for.ts';
import * as z from 'zod/mini';
import { followLink, readLink } from '../../../tests/support/follow-link.ts';
import { requestsIn, scrape } from '../../../tests/support/scrape.ts';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';

let dataDir: string;
let test: TestStack;
let secrets: readonly string[];
let requestCounts: ReadonlyMap<string, number>;
const terminal: string[] = [];
const line = z.strictObject({
  level: z.enum(['info', 'error']),
  time: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT/)),
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  door: z.string(),
  action: z.string(),
  method: z.string(),
  status: z.number(),
  ms: z.number(),
  bytes: z.number(),
  caller: z.string().check(z.regex(/^[0-9a-f]{10}$/)),
  cut: z.optional(z.literal(true)),
});
let log: string;
let statusWithoutKey: number;

const email = 'confidential.listener@example.com';
const password = 'an unguessable passphrase';
const message = 'meet me behind the old warehouse';
const word = 'searched-by-nobody-else';

/** Sends the requests of ordinary use, and some that fail. @returns every secret that they contain */
async function usePersonally(): Promise<string[]> {
  const client = test.createClient();
  const gate = await test.passGate();
  await client.auth.signUp({ email, password, options: gate });
  const link = test.stack.mailbox.latestTo(email)?.link;
  await followLink(test.stack, link);
  await fetch(`${test.stack.url}/auth/v1/verify?token=${readLink(link).token_hash}&type=signup`, {
    redirect: 'manual',
  });
  const { data } = await client.auth.signInWithPassword({ email, password });
  const session = data.session;
  if (!session) throw new Error('The sign-in failed.');
  await client.auth.signInWithPassword({ email, password: `wrong ${password}` });
  const name = `${session.user.id}/unreleased-masterpiece.mp3`;
  const files = client.storage.from('tracks');
  await files.upload(name, mp3({ frames: 50 }), { contentType: 'audio/mpeg' });
  const signed = await files.createSignedUrl(name, 60);
  const signedUrl = signed.data?.signedUrl ?? '';
  await (await fetch(signedUrl)).arrayBuffer();
  const receiver = await test.createUser();
  await client.from('messages').insert({ receiver_id: receiver.id, content: message });
  await client.from('tracks').select('id').ilike('title', `%${word}%`);
  await fetch(`${test.stack.url}/rest/v1/genres?apikey=${test.stack.keys.publishableKey}`);
  await fetch(`${test.stack.url}/mailbox?key=${test.stack.keys.mailboxKey}`);
  await fetch(`${test.stack.url}/metrics`, { headers: { authorization: `Bearer ${test.stack.keys.metricsKey}` } });
  await fetch(`${test.stack.url}/a/page?next=/reset?token=${readLink(link).token_hash}`, {
    headers: { cookie: 'a=baked' },
  });
  await fetch(`${test.stack.url}/${word}/%00${encodeURIComponent(email)}`, { method: 'PURGE' }).catch(() => undefined);
  const { keys } = test.stack;
  return [
    ...[email, email.split('@')[0] ?? '', password, message, word, 'baked', 'unreleased-masterpiece', session.user.id],
    ...[session.access_token, session.refresh_token, readLink(link).token_hash, gate.data.beta_token],
    ...[new URL(signedUrl).searchParams.get('token') ?? '', keys.serviceRoleKey, keys.publishableKey, keys.jwtSecret],
    ...[keys.mailboxKey, keys.metricsKey, '127.0.0.1', '::1'],
  ];
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent log '));
  const options = { dataDir, publicUrl: 'https://music.example.com', log: (text: string) => void terminal.push(text) };
  test = await openTestStack({ ...options, app: ({ res }) => void res.end('a page') });
  secrets = await usePersonally();
  const headers = { authorization: `Bearer ${test.stack.keys.metricsKey}` };
  statusWithoutKey = (await fetch(`${test.stack.url}/metrics`)).status;
  // A response reaches the client before its request counts as ended.
  requestCounts = await waitFor(async () => {
    const figures = await scrape(test.stack.url, headers);
    expect(figures.get('undercurrent_http_requests_in_progress')).toBe(1);
    return requestsIn(figures);
  });
  // Stopping flushes the lines that are still in memory.
  await test.stack.stop();
  log = await readFile(join(dataDir, 'logs', 'requests.log'), 'utf8');
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('contains no password, token, key, e-mail address, IP address, text, or name of a private file', () => {
  expect(secrets.filter((secret) => secret.length < 3)).toEqual([]);
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);
  expect(secrets.filter((secret) => terminal.join('\n').includes(secret))).toEqual([]);
});

it('has one line of known fields for each request, as many as /metrics counts', () => {
  const lines = log
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  const inLog = new Map<string, number>();
  for (const { door, action, status } of lines) {
    const name = [door, action, status].filter((part) => part !== '').join(' ');
    if (!/take_file_removals|queue_orphan_files|^metrics/.test(name)) inLog.set(name, (inLog.get(name) ?? 0) + 1);
  }
  const counted = [...requestCounts].filter(([name]) => !name.startsWith('metrics'));
  expect(Object.fromEntries(inLog)).toEqual(Object.fromEntries(counted));
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(new Set(lines.map(({ caller }) => caller)).size).toBe(1);
});

it('is readable by its owner alone', async () => {
  expect((await stat(join(dataDir, 'logs', 'requests.log'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'logs'))).mode & 0o777).toBe(0o700);
});

it('counts a request to /metrics without the key as 401, because PUBLIC_URL names another machine', () => {
  expect(statusWithoutKey).toBe(401);
  expect(requestCounts.get('metrics 401')).toBe(1);
});
