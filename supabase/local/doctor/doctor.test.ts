import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { startTestSmtp } from '../mail/test-smtp.ts';
import { checkRoom } from './check-folder.ts';
import { runDoctor } from './run-doctor.ts';

let dataDir: string;
let port: number;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'undercurrent doctor '));
  port = await freePort();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function examine(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await runDoctor({ UNDERCURRENT_DATA: dataDir, PORT: String(port), ...env }, (line) => lines.push(line));
  return { code, problems: lines.filter((line) => !line.startsWith('ok')) };
}

const wrong = (checked: string, advice: string) => `WRONG    ${checked}\n         ${advice}`;

function makeDatabase(version: string): string {
  const cluster = join(dataDir, 'postgres', 'cluster');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), `${version}\n`);
  return cluster;
}

it('finds nothing wrong in a folder that is ready', async () => {
  makeDatabase('18');
  writeFileSync(join(dataDir, 'keys.json'), '{}', { mode: 0o600 });
  expect(await examine()).toEqual({ code: 0, problems: [] });
});

it('finds a database of another major version', async () => {
  makeDatabase('17');
  expect(await examine()).toEqual({
    code: 1,
    problems: [
      wrong(
        'PostgreSQL 18, database of version 17',
        'The database was made by PostgreSQL 17, and this is 18. Run npm run upgrade-postgres, which copies it into one of 18 and keeps it; or start the release of Undercurrent that brought PostgreSQL 17.',
      ),
    ],
  });
});

it('advises a later release for a database of a later major version', async () => {
  makeDatabase('19');
  expect((await examine()).problems).toEqual([
    wrong(
      'PostgreSQL 18, database of version 19',
      'The database was made by PostgreSQL 19, and this is 18, which is earlier. Start the release of Undercurrent that brought PostgreSQL 19, or a later one.',
    ),
  ]);
});

it('finds keys that others can read', async () => {
  const file = join(dataDir, 'keys.json');
  writeFileSync(file, '{}', { mode: 0o644 });
  expect(await examine()).toEqual({
    code: 1,
    problems: [
      wrong(
        'File modes of keys, passwords and mails',
        `Others on this machine can read ${file}. Take that away: chmod 600 '${file}'`,
      ),
    ],
  });
});

it('finds a clock that is behind', async () => {
  const future = new Date('2060-01-01T00:00:00.000Z');
  utimesSync(join(makeDatabase('18'), 'PG_VERSION'), future, future);
  utimesSync(join(dataDir, 'postgres', 'cluster'), future, future);
  const { code, problems } = await examine();
  expect([code, problems.length]).toEqual([1, 1]);
  expect(problems[0]).toContain('has files of 2060-01-01T00:00:00.000Z: the clock is behind. Set it by a time server');
});

it('finds a port that another program has', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  expect(await examine()).toEqual({
    code: 1,
    problems: [
      wrong('Port', `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`),
    ],
  });
  await new Promise((done) => server.close(done));
});

it('finds malformed settings, and explains them like the start of the server', async () => {
  const { code, problems } = await examine({
    PORT: '80000',
    PUBLIC_URL: 'music.example.com',
    SMTP_URL: 'smtp://user:pass/word@smtp.example.com',
    MAIL_FROM: 'hello@music.example.com',
    RADIO_URL: 'radio',
  });
  expect([code, problems.map((line) => line.replace(/\s+/g, ' ').slice(0, 70))]).toEqual([
    1,
    [
      'WRONG Port PORT must be a number up to 65535, not 80000.',
      'WRONG PUBLIC_URL PUBLIC_URL must be an address like https://music.exam',
      'WRONG Mails SMTP_URL must have the form smtp://USER:PASSWORD@HOST:587 ',
      'WRONG Radio RADIO_URL must be an address like https://radio.example.co',
    ],
  ]);
});

it('finds backups that are late, a place that cannot be used, and malformed settings of the schedule', async () => {
  const folder = join(dataDir, 'backups of the test');
  const at = (name: string) => join(folder, 'backups', `${name}.json`);
  mkdirSync(join(folder, 'backups'), { recursive: true });
  const now = new Date().toISOString().replace(/[:.]/g, '-');
  writeFileSync(at(now), '{}');
  expect((await examine({ BACKUP_TO: folder })).problems).toEqual([]);
  rmSync(at(now));
  writeFileSync(at('2026-01-02T03-04-05-678Z'), '{}');
  expect(await examine({ BACKUP_TO: folder })).toEqual({
    code: 1,
    problems: [
      wrong(
        `Backups: the newest in ${folder} is of 2026-01-02T03:04:05.678Z`,
        'Two were due since. Look at the terminal of the server, or run npm run backup to see why it fails.',
      ),
    ],
  });
  const advice = async (env: Record<string, string>) => (await examine(env)).problems.join().split('         ')[1];
  expect([
    await advice({ BACKUP_TO: at('2026-01-02T03-04-05-678Z') }),
    await advice({ BACKUP_TO: folder, BACKUP_EVERY: '1 day' }),
    await advice({ BACKUP_TO: folder, BACKUP_KEEP: '0' }),
    await advice({ BACKUP_EVERY: '24h' }),
    await advice({ BACKUP_TO: 's3://music/x' }),
  ]).toEqual([
    `${at('2026-01-02T03-04-05-678Z')} is not a folder.`,
    'BACKUP_EVERY must be a number of hours from 1h to 720h, not 1 day.',
    'BACKUP_KEEP must be a number from 1 on, not 0.',
    'BACKUP_EVERY is set without BACKUP_TO: set it to a folder or s3://BUCKET/PREFIX.',
    's3://music/x needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
  ]);
});

it('tries the mail server, and says what it refused', async () => {
  const smtp = await startTestSmtp({ onAuth: (_auth, _session, done) => done(new Error('no')) });
  const env = { PUBLIC_URL: 'http://localhost', MAIL_FROM: 'hello@music.example.com' };
  expect((await examine({ ...env, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })).problems).toEqual([]);
  const { code, problems } = await examine({ ...env, SMTP_URL: `smtp://user:secret@127.0.0.1:${smtp.port}` });
  await smtp.close();
  expect([code, problems.length]).toEqual([1, 1]);
  expect(problems[0]).toContain('refused the user or the password of SMTP_URL');
  expect(problems[0]).not.toContain('secret');
});

it('warns of a disk that is nearly full, and refuses a full one without advice to delete data', async () => {
  expect((await checkRoom(dataDir, { wrongMb: 0, warnMb: 0 })).state).toBe('ok');
  expect((await checkRoom(dataDir, { wrongMb: 0, warnMb: Infinity })).state).toBe('warning');
  expect(await checkRoom(dataDir, { wrongMb: Infinity, warnMb: Infinity })).toMatchObject({
    state: 'wrong',
    advice: `The disk of ${dataDir} is full. Make room there and start again; nothing is lost.`,
  });
});
