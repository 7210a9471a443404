import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { explainSmtpError } from './smtp-errors.ts';
import { openSmtpServer } from './smtp-server.ts';
import { readSmtpSettings, type SmtpSettings } from './smtp-settings.ts';
import { startTestSmtp, type TestSmtp } from './test-smtp.ts';

const from = 'Undercurrent <hello@music.example.com>';

describe('The settings of the mail server', () => {
  it('are read from SMTP_URL and MAIL_FROM; if neither is set, there are none', () => {
    expect(readSmtpSettings(undefined, undefined)).toBeNull();
    expect(readSmtpSettings('smtp://user%40mail.com:p%2Fs%23w%25@smtp.example.com', from)).toEqual({
      host: 'smtp.example.com',
      port: 587,
      isTls: false,
      login: { user: 'user@mail.com', password: 'p/s#w%' },
      from: { name: 'Undercurrent', address: 'hello@music.example.com' },
      isOnThisMachine: false,
    });
    expect(readSmtpSettings('smtps://[::1]/', 'hello@music.example.com')).toEqual({
      host: '::1',
      port: 465,
      isTls: true,
      login: null,
      from: { name: 'Undercurrent', address: 'hello@music.example.com' },
      isOnThisMachine: true,
    });
    expect(readSmtpSettings('smtp://relay:25', '"Zoë, of Undercurrent" <hello@music.example.com>')?.from).toEqual({
      name: 'Zoë, of Undercurrent',
      address: 'hello@music.example.com',
    });
  });

  it.each([
    ['smtp://AKIA:secret/ABC+d@email-smtp.example.com:587', 'must have the form'],
    ['smtp://user:1secret/ABC@email-smtp.example.com', 'must have the form'],
    ['smtp://user:sec#ret@smtp.example.com', 'must have the form'],
    ['smtp://user:sec?ret@smtp.example.com', 'must have the form'],
    ['smtp://user:secret%@smtp.example.com', 'must have the form'],
    ['smtp://smtp.example.com?secret=1', 'must have the form'],
    ['https://user:secret@smtp.example.com', 'must have the form'],
    ['smtp.example.com:587', 'must have the form'],
    ['smtp://', 'must have the form'],
    ['smtp://:secret@smtp.example.com', 'only one of user and password'],
    ['smtp://secret@smtp.example.com', 'only one of user and password'],
    ['smtp://user:secret@smtp.example.com:465', 'write smtps://'],
  ])('are refused without repeating the password if SMTP_URL is %s', (smtpUrl, message) => {
    const read = () => readSmtpSettings(smtpUrl, from);
    expect(read).toThrow(message);
    expect(read).not.toThrow('secret');
  });

  it.each([
    ['nobody', 'MAIL_FROM must be one address'],
    ['a@b.example, c@d.example', 'MAIL_FROM must be one address'],
    ['Undercurrent <a@b.example>\r\nBcc: c@d.example', 'MAIL_FROM must be one address'],
    ['Under\ncurrent <a@b.example>', 'MAIL_FROM must be one address'],
    ['Under"current <a@b.example>', 'MAIL_FROM must be one address'],
  ])('are refused if MAIL_FROM is %j', (sender, message) => {
    expect(() => readSmtpSettings('smtp://smtp.example.com', sender)).toThrow(message);
  });

  it('are refused if only one of the two is set', () => {
    expect(() => readSmtpSettings('smtp://smtp.example.com', undefined)).toThrow('MAIL_FROM is not. Set MAIL_FROM');
    expect(() => readSmtpSettings(undefined, from)).toThrow('SMTP_URL is not. Set SMTP_URL');
  });
});

describe('The connection to the mail server', () => {
  let dir: string;
  let tls: { key: string; cert: string };
  let smtp: TestSmtp | null = null;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'undercurrent certificate '));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  });
  afterEach(() => smtp?.close());
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** 0.0.0.0 leads to this machine, but does not count as a loopback address. */
  const REMOTE = '0.0.0.0';
  const mail = {
    id: '00000000-0000-4000-8000-000000000000',
    to: 'ann@example.com',
    subject: 'Subject',
    text: 'Text',
    html: '<p>Text</p>',
    queuedAt: Date.now(),
  };
  const settingsOf = (url: string): SmtpSettings => {
    const settings = readSmtpSettings(url, from);
    if (!settings) throw new Error('No settings');
    return settings;
  };
  async function deliver(url: string): Promise<string> {
    const settings = settingsOf(url);
    const server = openSmtpServer(settings, 'music.example.com', 2_000);
    const outcome = await server.deliver(mail);
    server.close();
    return outcome.kind === 'later' ? explainSmtpError(outcome.error, settings) : outcome.kind;
  }

  it('is upgraded by STARTTLS or begins with TLS; on this machine any certificate is accepted', async () => {
    smtp = await startTestSmtp({ ...tls, disabledCommands: [], authOptional: false });
    expect(await deliver(`smtp://user:secret@127.0.0.1:${smtp.port}`)).toBe('sent');
    expect(smtp.mails[0]).toMatchObject({ user: 'user:secret', clientHost: 'music.example.com', isEncrypted: true });
    expect(smtp.mails[0]?.headers.get('message-id')).toBe(`<${mail.id}@music.example.com>`);
    await smtp.close();
    smtp = await startTestSmtp({ ...tls, secure: true });
    expect(await deliver(`smtps://127.0.0.1:${smtp.port}`)).toBe('sent');
  });

  it('fails before the password is sent if another machine offers no STARTTLS or has an invalid certificate', async () => {
    const logins: string[] = [];
    const onAuth = () => logins.push('login');
    smtp = await startTestSmtp({ onAuth });
    expect(await deliver(`smtp://user:secret@${REMOTE}:${smtp.port}`)).toContain('offers no STARTTLS');
    await smtp.close();
    smtp = await startTestSmtp({ ...tls, disabledCommands: [], onAuth });
    expect(await deliver(`smtp://user:secret@${REMOTE}:${smtp.port}`)).toContain('The certificate of 0.0.0.0');
    await smtp.close();
    smtp = await startTestSmtp({ ...tls, secure: true, onAuth });
    expect(await deliver(`smtps://user:secret@${REMOTE}:${smtp.port}`)).toContain('NODE_EXTRA_CA_CERTS');
    expect([logins, smtp.mails]).toEqual([[], []]);
  });

  it('fails with a message that says what to do', async () => {
    const port = await freePort();
    expect(await deliver(`smtp://127.0.0.1:${port}`)).toBe(
      `Nothing listens on 127.0.0.1:${port}. Check the host and the port in SMTP_URL.`,
    );
    expect(await deliver('smtp://nowhere.invalid')).toContain('The name nowhere.invalid is not known');
    smtp = await startTestSmtp();
    expect(await deliver(`smtps://127.0.0.1:${smtp.port}`)).toContain('Write smtp:// in SMTP_URL, not smtps://');
  });
});
