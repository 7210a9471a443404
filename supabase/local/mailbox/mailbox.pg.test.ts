import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followLink } from '../../../tests/support/follow-link.ts';
import * as z from 'zod/mini';
import { openBetaSession } from '../../../tests/support/beta-token.ts';
import { startStack, type Stack, type StackOptions } from '../stack.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'undercurrent mailbox '));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

let stack: Stack;
let lines: string[];
const start = async (more: Partial<StackOptions>) => {
  lines = [];
  const log = (line: string) => void lines.push(line);
  stack = await startStack({ dataDir: dir, port: 0, passcode: 'x', empty: true, durable: false, log, ...more });
};
afterEach(() => stack.stop());

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function send(path: string, headers: Record<string, string> = {}, post?: unknown): Promise<Answer> {
  return new Promise((done, fail) => {
    const options = { port: stack.port, host: '127.0.0.1', path, headers, method: post ? 'POST' : 'GET' };
    const req = request(options, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('end', () =>
        done({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    req.once('error', fail);
    req.end(post ? JSON.stringify(post) : undefined);
  });
}

const read = async (headers: Record<string, string> = {}, path = '/mailbox/messages.json') =>
  (await send(path, headers)).status;

const requestLink = async (email: string, headers: Record<string, string>, redirectTo?: string) => {
  const query = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : '';
  const keys = { apikey: stack.keys.publishableKey, 'content-type': 'application/json' };
  const answer = await send(
    `/auth/v1/signup${query}`,
    { ...keys, ...headers },
    {
      email,
      password: 'correct horse',
      data: { beta_token: await openBetaSession(stack) },
    },
  );
  expect(answer.status).toBe(200);
  return new URL(stack.mailbox.latestTo(email)?.link ?? '');
};

describe('On the default address', () => {
  beforeEach(() => start({}));

  it('opens the mailbox to this machine under each of its names', async () => {
    expect(stack.mailboxUrl).toBe(`${stack.url}/mailbox`);
    expect((await fetch(stack.mailboxUrl)).status).toBe(200);
    for (const host of ['localhost', 'LOCALHOST:81', '127.0.0.1:8080', '127.1.2.3', '[::1]:9'])
      expect([host, await read({ host })]).toEqual([host, 200]);
    expect(lines.filter((line) => line.includes('PUBLIC_URL'))).toEqual([]);
  });

  it('refuses, without the key, proxied requests and requests under any name but a loopback one', async () => {
    const proxied: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
      { 'cf-connecting-ip': '203.0.113.9' },
      { 'true-client-ip': '203.0.113.9' },
    ];
    const hosts = [
      'evil.local',
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'a@localhost',
      '0.0.0.0',
      '192.168.1.4',
      ' ',
      'x,localhost',
    ];
    for (const headers of [...proxied, ...hosts.map((host) => ({ host }))])
      for (const path of ['/mailbox', '/mailbox/messages.json'])
        expect([headers, await read(headers, path)]).toEqual([headers, 403]);
    expect(
      await new Promise((done) => {
        const socket = connect(stack.port, '127.0.0.1', () =>
          socket.write('GET /mailbox HTTP/1.0\r\nHost: localhost\r\n\r\n'),
        );
        socket.once('data', (data) => done(data.toString().split(' ')[1]));
      }),
    ).toBe('403');
    expect(await read({ host: 'evil.local' }, `/mailbox?key=${stack.keys.mailboxKey}`)).toBe(200);
  });

  it('points mail links at this machine whatever the Host header says, and accepts redirects to any port of this machine, but to no other host', async () => {
    const forwarded = 'http://localhost:49152/auth/callback';
    const link = await requestLink('host@example.com', { host: 'evil.local', 'x-forwarded-host': 'evil.example' });
    expect(pageOf(link)).toBe(`${stack.url}/auth/callback`);
    const stranger = await requestLink('a@example.com', { host: 'evil.local' }, 'http://evil.local/auth/callback');
    expect(pageOf(stranger)).toBe(`${stack.url}/auth/callback`);
    const ownLink = await requestLink('b@example.com', {}, forwarded);
    expect(pageOf(ownLink)).toBe(forwarded);
    expect((await followLink(stack, ownLink.href)).session).not.toBeNull();
  });
});

const pageOf = ({ origin, pathname }: URL) => `${origin}${pathname}`;

describe('Open to the network', () => {
  beforeEach(() => start({ host: '0.0.0.0' }));

  it('warns that mail links work on this machine only', () => {
    expect(lines).toContain(
      `HOST is 0.0.0.0 and PUBLIC_URL is not set: the links in mails lead to http://localhost:${stack.port}, which opens on this machine alone. Set PUBLIC_URL to the address that people use, e.g. PUBLIC_URL=https://music.example.com.`,
    );
  });

  it('requires the key from everybody; the printed URL has it and a browser keeps it', async () => {
    const { mailboxKey } = stack.keys;
    for (const host of ['localhost', '127.0.0.1', '192.168.1.4', 'evil.local']) expect(await read({ host })).toBe(403);
    expect(await read({ host: 'localhost' }, '/mailbox?key=')).toBe(403);
    expect(await read({ host: 'localhost' }, `/mailbox?key=${mailboxKey.slice(1)}`)).toBe(403);
    expect(await read({ cookie: 'mailbox_key=; mailbox_key' })).toBe(403);
    expect(stack.mailboxUrl).toBe(`http://localhost:${stack.port}/mailbox?key=${mailboxKey}`);
    const page = await fetch(stack.mailboxUrl);
    expect(page.status).toBe(200);
    const cookie = page.headers.get('set-cookie') ?? '';
    expect(cookie).toBe(`mailbox_key=${mailboxKey}; Path=/mailbox; HttpOnly; SameSite=Lax`);
    expect(await read({ cookie: `other=1; ${cookie.split(';')[0]}` })).toBe(200);
    const link = await requestLink('net@example.com', { host: 'evil.local' });
    expect(link.origin).toBe(`http://localhost:${stack.port}`);
  });

  it('keeps the mailbox key across a restart, and creates one for a folder without it', async () => {
    const file = join(dir, 'keys.json');
    const { mailboxKey, ...others } = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(mailboxKey).toBe(stack.keys.mailboxKey);
    await stack.stop();
    await start({});
    expect(stack.keys.mailboxKey).toBe(mailboxKey);
    await stack.stop();
    writeFileSync(file, JSON.stringify(others));
    await start({});
    expect(stack.keys).toMatchObject({
      jwtSecret: others['jwtSecret'],
      mailboxKey: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mailboxKey: stack.keys.mailboxKey });
  });
});

describe('With a public address', () => {
  const publicUrl = 'https://music.example.com';
  beforeEach(() => start({ publicUrl: `${publicUrl}/` }));

  it('requires the key, because a proxy without headers looks like this machine', async () => {
    expect(await read({ host: 'localhost' })).toBe(403);
    expect(stack.mailboxUrl).toBe(`${publicUrl}/mailbox?key=${stack.keys.mailboxKey}`);
    const page = await send(`/mailbox?key=${stack.keys.mailboxKey}`, { host: 'localhost' });
    expect([page.status, String(page.headers['set-cookie']).endsWith('; Secure')]).toEqual([200, true]);
  });

  it('uses the public address for mails, the app and the radio, and as the only redirect target of mails', async () => {
    expect(lines.filter((line) => line.includes('PUBLIC_URL'))).toEqual([]);
    for (const host of ['localhost', 'evil.local', 'music.example.com']) {
      const config = await send('/.well-known/undercurrent.json', { host });
      expect(JSON.parse(config.body)).toMatchObject({ supabaseUrl: publicUrl, radioUrl: `${publicUrl}/radio` });
    }
    const back = `${publicUrl}/auth/callback`;
    const link = await requestLink('public@example.com', { host: 'evil.local' }, back);
    expect(pageOf(link)).toBe(back);
    for (const [i, otherUrl] of [
      'http://localhost:8080/x',
      'http://music.example.com/',
      `${publicUrl}:444/`,
    ].entries()) {
      const other = await requestLink(`public${i}@example.com`, {}, otherUrl);
      expect(pageOf(other)).toBe(back);
    }
  });
});

it('refuses to start with an invalid public address', async () => {
  for (const publicUrl of [
    'music.example.com',
    'https://music.example.com/app',
    'ftp://a.example',
    'https://a:b@c.example',
  ])
    await expect(start({ publicUrl })).rejects.toThrow(`PUBLIC_URL must be an address like https://music.example.com`);
  await start({});
});
