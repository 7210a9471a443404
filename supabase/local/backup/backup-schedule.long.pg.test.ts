import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { openSession } from '../postgres/open-session.ts';
import { readBackupSettings } from './backup-settings.ts';
import { takeBackupLock } from './backup-lock.ts';
import { makeBackup, STAGING } from './make-backup.ts';
import { nameAt } from './stored-backups.ts';
import { startTestS3, testSecret } from './test-s3.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent schedule '));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string, env: Record<string, string>, log: (line: string) => void = () => undefined) {
  const settings = readBackupSettings(env);
  if (!settings) throw new Error('BACKUP_TO is missing');
  const stack = await openTestStack({
    dataDir,
    log,
    backups: { settings, env: { ...process.env, ...env }, checkMs: 100 },
  });
  closers.push(() => stack.close());
  return { stack, place: settings.place };
}

async function metric({ stack }: TestStack, name: string): Promise<number | null> {
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  const value = new RegExp(`^undercurrent_${name} (\\S+)$`, 'm').exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

const listed = async (place: { list(prefix: string): Promise<Map<string, unknown>> }) =>
  [...(await place.list('backups/')).keys()].sort();
const soon = { timeout: 100_000, interval: 300 };

it('makes a backup once the newest is older than the period, and none before, also after a restart', async () => {
  const s3 = await startTestS3();
  closers.push(() => s3.close());
  const env = { ...s3.env, BACKUP_TO: 's3://music/nightly', BACKUP_EVERY: '24h', BACKUP_KEEP: '1' };
  const dataDir = join(await makeFolder(), 'data');
  const lines: string[] = [];
  const { stack, place } = await start(dataDir, env, (line) => lines.push(line));
  expect(await metric(stack, 'backup_period_seconds')).toBe(86_400);
  await expect.poll(() => metric(stack, 'backup_newest_timestamp_seconds'), soon).toBeGreaterThan(0);
  const [first] = await listed(place);
  expect(await metric(stack, 'backup_last_new_bytes')).toBeGreaterThan(1_000_000);
  expect(await metric(stack, 'backup_last_duration_seconds')).toBeGreaterThan(0);
  expect(await metric(stack, 'backup_failures_total')).toBe(0);
  expect(lines.join()).not.toContain(testSecret);
  await stack.stack.stop();

  // Rename the list to an earlier time, as if a day had passed.
  const content = await place.get(first ?? '');
  const earlier = `backups/${nameAt(new Date(Date.now() - 25 * 3_600_000))}.json`;
  await place.put(earlier, content ?? Buffer.alloc(0));
  await place.remove(first ?? '');
  const again = await start(dataDir, env);
  await expect.poll(() => metric(again.stack, 'backup_last_duration_seconds'), soon).toBeGreaterThan(0);
  const [second, ...others] = await listed(place);
  expect([others, second !== earlier, second !== first]).toEqual([[], true, true]);
  await again.stack.stack.stop();

  const third = await start(dataDir, env);
  await expect.poll(() => metric(third.stack, 'backup_newest_timestamp_seconds'), soon).toBeGreaterThan(0);
  expect(await metric(third.stack, 'backup_last_duration_seconds')).toBeNull();
  expect(await listed(place)).toEqual([second]);
}, 300_000);

it('says why a backup failed, counts the failure and waits, and two backups never run at once', async () => {
  const [dataDir, folder] = [join(await makeFolder(), 'data'), await makeFolder()];
  const to = join(folder, 'disk');
  await writeFile(to, 'in place of the folder');
  const lines: string[] = [];
  const env = { BACKUP_TO: to };
  const { stack, place } = await start(dataDir, env, (line) => lines.push(line));
  const failure = `The backup to ${to} failed: ${to} is not a folder. The next try is in 1 min.`;
  await expect.poll(() => lines.filter((line) => line === failure).length).toBe(1);
  expect(await metric(stack, 'backup_failures_total')).toBe(1);
  expect(await metric(stack, 'backup_newest_timestamp_seconds')).toBe(0);
  await rename(to, `${to} of before`);
  await mkdir(to);
  const running = openSession(stack.stack.keys.databaseUrl);
  closers.push(() => running.end());
  expect(await takeBackupLock(running)).toBe(true);
  const copied = join(dataDir, STAGING, 'copied');
  await mkdir(join(dataDir, STAGING));
  await writeFile(copied, '');
  await expect(makeBackup(dataDir, place, 14)).rejects.toThrow(
    'Another backup is being made. Wait until it has ended.',
  );
  expect(existsSync(copied)).toBe(true);
  await running.end();
  await makeBackup(dataDir, place, 14);
  expect(existsSync(copied)).toBe(false);
  expect(await listed(place)).toHaveLength(1);
}, 200_000);

it('goes on after the clock was set back, warns once, and keeps the backup that was made last', async () => {
  const [dataDir, folder] = [join(await makeFolder(), 'data'), await makeFolder()];
  const env = { BACKUP_TO: folder, BACKUP_KEEP: '1' };
  const first = await start(dataDir, env);
  await expect.poll(() => listed(first.place).then(({ length }) => length), soon).toBe(1);
  await expect.poll(() => metric(first.stack, 'backup_last_duration_seconds'), soon).not.toBeNull();
  await first.stack.stack.stop();
  const [made] = await listed(first.place);
  // The clock was a year ahead when the newest backup was made.
  const ahead = new Date(Date.now() + 365 * 24 * 3_600_000);
  await rename(join(folder, made ?? ''), join(folder, 'backups', `${nameAt(ahead)}.json`));
  const doctor: string[] = [];
  expect(await runDoctor({ UNDERCURRENT_DATA: dataDir, PORT: '0', ...env }, (line) => doctor.push(line))).toBe(1);
  expect(doctor.join('\n')).toContain(
    `is of ${ahead.toISOString()}\n         The clock is behind. Set it by a time server`,
  );

  const log = vi.fn<(line: string) => void>();
  const second = await start(dataDir, env, log);
  await expect.poll(() => metric(second.stack, 'backup_last_duration_seconds'), soon).not.toBeNull();
  const after = `backups/${nameAt(new Date(ahead.getTime() + 1))}.json`;
  expect(await listed(second.place)).toEqual([after]);
  expect(
    log.mock.calls.filter(([line]) => line.startsWith(`The newest backup is of ${ahead.toISOString()}`)),
  ).toHaveLength(1);
}, 200_000);
