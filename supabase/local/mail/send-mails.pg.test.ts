import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from '../http/free-port.ts';
import { followLink } from '../../../tests/support/follow-link.ts';
import { scrape } from '../../../tests/support/scrape.ts';
import { noAuthLimits, openTestStack, type TestStack } from '../test-stack.ts';
import { MAX_WAITING, type RetryWaits } from './mail-queue.ts';
import { startTestSmtp, type TestSmtp } from './test-smtp.ts';

const password = 'correct horse';
const from = 'Undercurrent <hello@music.example.com>';
const soon: RetryWaits = { afterMailFailed: () => 50, afterServerFailed: () => 50 };

let dataDir: string;
let port: number;
let test: TestStack;
let lines: string[] = [];
let smtp: TestSmtp | null = null;

async function open(waits: RetryWaits): Promise<TestStack> {
  const smtpUrl = `smtp://user%40mail:p%2Fss%23w%25rd%40@127.0.0.1:${port}`;
  const log = (line: string) => void lines.push(line);
  const mail = { smtpUrl, from, waits, silenceMs: 1_000 };
  return await openTestStack({ dataDir, mail, log, authLimits: noAuthLimits });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent mails '));
  // The mailbox of an earlier start, which this start must delete.
  await writeFile(join(dataDir, 'mailbox.json'), '[]');
  port = await freePort();
  test = await open(soon);
});
afterEach(async () => {
  await smtp?.close();
  smtp = null;
  lines = [];
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

const serve = async (options: SMTPServerOptions = {}) => (smtp = await startTestSmtp(options, port));
const signUp = async (email: string) =>
  (await test.createClient().auth.signUp({ email, password, options: await test.passGate() })).error;
const received = async (server: TestSmtp, to: string, subject = 'Confirm Your Signup') => {
  await expect.poll(() => server.latestTo(to)?.headers.get('subject')).toBe(subject);
  return server.latestTo(to)?.text ?? '';
};
const waitingDir = () => join(dataDir, 'waiting-mails');
const waitingFiles = () => readdir(waitingDir());
const linkIn = (text: string) => /https?:\S+/.exec(text)?.[0];
const follow = (text: string) => followLink(test.stack, linkIn(text));
const refusals = async (email: string) => [
  ...(await test.sql`select refusals, reply from private.mail_refusals where email = ${email}`),
];
const countRefused = async () => (await scrape(test.stack.url)).get('undercurrent_mails_total{outcome="refused"}');
const isDelayed = async () => {
  const { url, keys } = test.stack;
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: keys.publishableKey } });
  return z.looseObject({ mail_delayed: z.boolean() }).parse(await response.json()).mail_delayed;
};
const failWith = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

describe('A mail server that works', () => {
  it('gets the mail of a sign-up, whose link signs in; the mailbox and the disk keep nothing', async () => {
    const server = await serve();
    expect(await signUp('ann@example.com')).toBeNull();
    const text = await received(server, 'ann@example.com');
    const mail = server.latestTo('ann@example.com');
    expect(mail).toMatchObject({
      from: 'hello@music.example.com',
      recipients: ['ann@example.com'],
      types: ['text/plain', 'text/html'],
      user: 'user@mail:p/ss#w%rd@',
      clientHost: 'localhost',
    });
    const header = (name: string) => mail?.headers.get(name);
    expect([header('from'), header('to'), header('auto-submitted')]).toEqual([
      from,
      'ann@example.com',
      'auto-generated',
    ]);
    expect(header('message-id')).toMatch(/^<[\da-f-]{36}@localhost>$/);
    expect(Math.abs(Date.parse(header('date') ?? '') - Date.now())).toBeLessThan(60_000);
    const names = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
    expect([...(mail?.headers.keys() ?? [])].toSorted()).toEqual(names);
    expect(mail?.html).toContain(`href="${linkIn(text)?.replaceAll('&', '&amp;')}"`);
    expect((await follow(text)).session).not.toBeNull();
    await expect.poll(waitingFiles).toEqual([]);
    expect(test.stack.mailbox.messages()).toEqual([]);
    expect(await (await fetch(test.stack.mailboxUrl)).text()).toContain(
      'Mails are sent through 127.0.0.1; none is kept',
    );
    expect(await readdir(dataDir)).not.toContain('mailbox.json');
    expect(await isDelayed()).toBe(false);
  });

  it('gets each other kind of mail, whose links and codes work', async () => {
    const server = await serve();
    const { auth } = test.createClient();
    await signUp('josé@example.com');
    expect((await follow(await received(server, 'josé@example.com'))).session).not.toBeNull();
    await auth.resetPasswordForEmail('josé@example.com');
    expect((await follow(await received(server, 'josé@example.com', 'Reset Your Password'))).session).not.toBeNull();
    await auth.signInWithOtp({ email: 'josé@example.com' });
    const words = (await received(server, 'josé@example.com', 'Your Magic Link')).replace(/https?:\S+/, '');
    const token = /\b\d{6}\b/.exec(words)?.[0] ?? '';
    expect((await auth.verifyOtp({ email: 'josé@example.com', token, type: 'email' })).error).toBeNull();
    await signUp('josé@example.com');
    const known = await received(server, 'josé@example.com', 'You already have an account');
    expect((await follow(known)).session).not.toBeNull();
    expect((await auth.updateUser({ email: 'new@example.com' })).error).toBeNull();
    for (const email of ['josé@example.com', 'new@example.com'])
      expect((await follow(await received(server, email, 'Confirm Email Change'))).status).toBe(200);
    expect((await auth.signInWithPassword({ email: 'new@example.com', password })).error).toBeNull();
  });

  it('never gets a mail for another address than that of the account', async () => {
    const server = await serve();
    const hostile = [
      'x,victim@example.com',
      'victim@example.com,b@example.com',
      'x;victim@example.com',
      'a<victim@example.com>',
      '"x"victim@example.com',
      'group:victim@example.com',
      '(x)victim@example.com',
      'victim@example.com\r\nBcc: other@example.com',
      'victim@[127.0.0.1].com',
      `${'x'.repeat(250)}@example.com`,
    ];
    const { auth } = test.createClient();
    for (const email of hostile) {
      expect([email, (await signUp(email))?.status]).toEqual([email, 400]);
      expect([email, (await auth.resetPasswordForEmail(email)).error?.status]).toEqual([email, 400]);
      expect([email, (await auth.signInWithOtp({ email })).error?.status]).toEqual([email, 400]);
    }
    await signUp('last@example.com');
    await received(server, 'last@example.com');
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['last@example.com']]);
  });
});

describe('A mail server that is down', () => {
  it('delays mails, which wait on disk, readable by this user only; sign-ups get the usual answer', async () => {
    expect(await signUp('ben@example.com')).toBeNull();
    await expect.poll(isDelayed).toBe(true);
    expect(await signUp('cleo@example.com')).toBeNull();
    const files = await waitingFiles();
    expect(files).toHaveLength(2);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(waitingDir())).toBe('700');
    for (const file of files) expect(await modeOf(join(waitingDir(), file))).toBe('600');
    expect(lines.filter((line) => line.includes(`Nothing listens on 127.0.0.1:${port}`))).toHaveLength(1);
    expect(lines.join()).not.toContain('p/ss');
    const server = await serve();
    await received(server, 'cleo@example.com');
    expect((await follow(await received(server, 'ben@example.com'))).session).not.toBeNull();
    await expect.poll(waitingFiles).toEqual([]);
    await expect.poll(isDelayed).toBe(false);
    expect(lines).toContain('The mail server accepts mails again.');
  });

  it('sends only the newest of several mails with the same token', async () => {
    await signUp('eve@example.com');
    await test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = 'eve@example.com'`;
    await signUp('eve@example.com');
    expect(await waitingFiles()).toHaveLength(1);
    const server = await serve();
    expect((await follow(await received(server, 'eve@example.com'))).session).not.toBeNull();
    expect(server.mails).toHaveLength(1);
  });

  it('counts as down while it accepts connections and does not answer', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(port, '127.0.0.1', done));
    expect(await signUp('fay@example.com')).toBeNull();
    await expect.poll(isDelayed, { timeout: 5_000 }).toBe(true);
    expect(lines.join()).toContain(`127.0.0.1:${port} does not answer`);
    await new Promise((done) => silent.close(done));
    const server = await serve();
    await expect.poll(() => server.mails.length, { timeout: 5_000 }).toBe(1);
  });

  it('leaves mails waiting when it refuses the password, the sender or relaying', async () => {
    await serve({ onAuth: (_auth, _session, done) => done(failWith(535, '5.7.8 Authentication failed')) });
    await signUp('gil@example.com');
    await expect.poll(() => lines.join()).toContain('refused the user or the password of SMTP_URL');
    await smtp?.close();
    await serve({ onMailFrom: (_address, _session, done) => done(failWith(553, '5.7.1 Sender not owned')) });
    await expect.poll(isDelayed).toBe(true);
    await smtp?.close();
    await serve({ onRcptTo: (_address, _session, done) => done(failWith(554, '5.7.1 Relay access denied')) });
    await expect.poll(isDelayed).toBe(true);
    await smtp?.close();
    await received(await serve(), 'gil@example.com');
    expect(await refusals('gil@example.com')).toEqual([]);
  });
});

describe('A refused mail', () => {
  it('is sent again after a temporary refusal, and others do not wait for it', async () => {
    let refused = 0;
    const server = await serve({
      onRcptTo({ address }, _session, done) {
        if (address !== 'grey@example.com' || refused >= 3) return done();
        refused += 1;
        done(failWith(451, '4.7.1 Greylisted, try again later'));
      },
    });
    await signUp('grey@example.com');
    await expect.poll(() => refused).toBeGreaterThan(0);
    expect(await isDelayed()).toBe(false);
    await signUp('white@example.com');
    await received(server, 'white@example.com');
    expect((await follow(await received(server, 'grey@example.com'))).session).not.toBeNull();
    expect(refused).toBe(3);
  });

  it('is recorded and counted after a final refusal and not sent again; a newly requested mail is sent', async () => {
    const refusedBefore = await countRefused();
    let isFull = true;
    let attempts = 0;
    const server = await serve({
      onRcptTo(_address, _session, done) {
        attempts += 1;
        done(isFull ? failWith(552, '5.2.2 Mailbox full') : null);
      },
    });
    expect(await signUp('Hugo@example.com')).toBeNull();
    await expect.poll(() => refusals('hugo@example.com')).toEqual([{ refusals: 1, reply: '552 5.2.2 Mailbox full' }]);
    expect([await waitingFiles(), attempts, await isDelayed()]).toEqual([[], 1, false]);
    expect(await countRefused()).toBe(Number(refusedBefore) + 1);
    expect(lines).toContain('The mail server refused a mail to h…@example.com: 552 5.2.2 Mailbox full');
    isFull = false;
    await test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = 'hugo@example.com'`;
    expect((await test.createClient().auth.resend({ type: 'signup', email: 'hugo@example.com' })).error).toBeNull();
    expect((await follow(await received(server, 'hugo@example.com'))).session).not.toBeNull();
  });

  it('stops mails about repeated sign-ups to its address; its record is deleted with the account', async () => {
    let isRefusing = false;
    const server = await serve({
      onRcptTo: (_address, _session, done) => done(isRefusing ? failWith(550, '5.1.1 No such user') : null),
    });
    await signUp('ida@example.com');
    await follow(await received(server, 'ida@example.com'));
    isRefusing = true;
    await test.createClient().auth.resetPasswordForEmail('ida@example.com');
    await expect.poll(() => refusals('ida@example.com')).toHaveLength(1);
    isRefusing = false;
    await test.createClient().auth.resetPasswordForEmail('ida@example.com');
    const recovery = await received(server, 'ida@example.com', 'Reset Your Password');
    expect(await signUp('ida@example.com')).toBeNull();
    expect(await waitingFiles()).toEqual([]);
    // The link of the requested mail is still valid.
    expect((await follow(recovery)).session).not.toBeNull();
    expect(server.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'Confirm Your Signup',
      'Reset Your Password',
    ]);
    await test.sql`delete from auth.users where email = 'ida@example.com'`;
    expect(await refusals('ida@example.com')).toEqual([]);
  });
});

it('keeps waiting mails through a restart, drops expired and unreadable ones, and starts without the mail server', async () => {
  const never: RetryWaits = { ...soon, afterServerFailed: () => 3_600_000 };
  await test.stack.stop();
  test = await open(never);
  await signUp('jo@example.com');
  await expect.poll(isDelayed).toBe(true);
  await test.stack.stop();
  const [name = ''] = await waitingFiles();
  const mail = z.looseObject({ to: z.string() }).parse(JSON.parse(await readFile(join(waitingDir(), name), 'utf8')));
  const id = randomUUID();
  const expired = { ...mail, id, to: 'old@example.com', queuedAt: Date.now() - 3_601_000 };
  await writeFile(join(waitingDir(), `${id}.json`), JSON.stringify(expired));
  await writeFile(join(waitingDir(), 'torn.json.new'), '{"to":');
  const server = await serve();
  test = await open(never);
  expect((await follow(await received(server, 'jo@example.com'))).session).not.toBeNull();
  await expect.poll(waitingFiles).toEqual([]);
  expect(server.mails).toHaveLength(1);
  expect(lines).toContain(
    'A mail to o…@example.com was dropped, because its link expired before it could be sent. The person can request another.',
  );
});

it('gives known and unknown addresses the same refusal while the queue is full, and accepts mails again later', async () => {
  await test.stack.stop();
  const mail = { kind: 'magic_link', subject: 's', text: 't', html: 'h', queuedAt: Date.now() };
  for (let index = 0; index < MAX_WAITING; index += 1) {
    const id = randomUUID();
    await writeFile(join(waitingDir(), `${id}.json`), JSON.stringify({ ...mail, id, to: `w${index}@example.com` }));
  }
  test = await open(soon);
  const options = await test.passGate();
  const { auth } = test.createClient();
  for (const email of ['ann@example.com', 'unknown@example.com']) {
    const answers = [
      await auth.signUp({ email, password, options }),
      await auth.resetPasswordForEmail(email),
      await auth.signInWithOtp({ email }),
    ];
    for (const { error } of answers)
      expect([error?.status, error?.code, error?.message]).toEqual([
        429,
        'over_email_send_rate_limit',
        'Mails cannot be sent at the moment. Nothing was changed; please try again in a few minutes.',
      ]);
  }
  const server = await serve();
  await expect.poll(() => server.mails.length).toBeGreaterThan(0);
  expect((await auth.signUp({ email: 'unknown@example.com', password, options })).error).toBeNull();
  expect(server.mostConnections).toBeLessThanOrEqual(3);
});

it('deletes waiting mails at a start without a mail server', async () => {
  await signUp('kim@example.com');
  await test.stack.stop();
  expect((await waitingFiles()).length).toBeGreaterThan(0);
  test = await openTestStack({ dataDir, authLimits: noAuthLimits });
  expect(await readdir(dataDir)).not.toContain('waiting-mails');
});
