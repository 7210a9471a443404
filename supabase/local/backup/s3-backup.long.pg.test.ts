import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';
import { runCommand } from './backup-commands.ts';
import { openPlace } from './open-place.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStoredBackups } from './stored-backups.ts';
import { startTestS3 } from './test-s3.ts';

const music = readFileSync(new URL('../../../tests/fixtures/outside-vbr-art.mp3', import.meta.url));

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent s3 backup '));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

async function start(dataDir: string): Promise<TestStack> {
  const opened = await openTestStack({ dataDir });
  closers.push(() => opened.close());
  return opened;
}

async function openS3() {
  const s3 = await startTestS3();
  closers.push(() => s3.close());
  return s3;
}

it('backs up to S3 and restores from it by the same commands as with folders; a large file becomes several parts', async () => {
  const s3 = await openS3();
  const [dataDir, newDir] = [await newDataDir(), await newDataDir()];
  const running = await start(dataDir);
  const artist = await running.createUser();
  // Three parts, the last of them short.
  const archive = Buffer.concat(Array.from({ length: Math.ceil(17_000_000 / music.length) }, () => music));
  const name = `${artist.id}/archive.mp3`;
  await running.stack.storage.putObject({ bucket: 'tracks', name, bytes: archive, ownerId: artist.id });
  const said: string[] = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  const env = { ...s3.env, UNDERCURRENT_DATA: dataDir };
  expect(await runCommand(['backup', 's3://music/radio'], env)).toBe(0);
  expect(await runCommand(['backup'], { ...env, BACKUP_TO: 's3://music/radio', BACKUP_KEEP: '1' })).toBe(0);
  expect(await runCommand(['restore', 's3://music/radio'], { ...env, UNDERCURRENT_DATA: newDir })).toBe(0);
  expect(said.map((line) => line.slice(0, 7))).toEqual(['Backup ', 'Backup ', 'Removed', newDir.slice(0, 7)]);
  expect(said[0]).toMatch(/in s3:\/\/music\/radio: 1 accounts, 0 tracks, 1 files/);
  expect(said.join()).not.toContain('S3RVER');
  const restored = await start(newDir);
  const heard = await fetch(`${restored.stack.url}/storage/v1/object/public/tracks/${name}`);
  expect(Buffer.from(await heard.arrayBuffer()).equals(archive)).toBe(true);

  const otherDir = await newDataDir();
  await start(otherDir);
  expect(await runCommand(['backup', 's3://music/radio'], { ...env, UNDERCURRENT_DATA: otherDir })).toBe(1);
  expect(said.at(-1)).toContain('s3://music/radio has the backups of another installation. Choose another');
}, 500_000);

it('does not list an interrupted backup, and the next backup sends none of its parts again', async () => {
  const s3 = await openS3();
  const dataDir = await newDataDir();
  await start(dataDir);
  const place = openPlace('s3://music/interrupted', s3.env);
  let puts = 0;
  s3.intercept((req, res) => {
    if (req.method !== 'PUT' || (puts += 1) < 100) return false;
    req.resume();
    res.writeHead(507, { 'content-type': 'application/xml' }).end('<Error><Code>XMinioStorageFull</Code></Error>');
    return true;
  });
  await expect(makeBackup(dataDir, place, 14)).rejects.toThrow('is full (XMinioStorageFull)');
  s3.intercept(() => false);
  await expect(restoreBackup(place, null, await newDataDir())).rejects.toThrow(
    'There is no backup in s3://music/inter',
  );
  const sent = [...(await place.list('parts/'))];
  expect(sent.length).toBeGreaterThan(80);
  const again: string[] = [];
  s3.intercept((req) => {
    if (req.method === 'PUT') again.push(decodeURIComponent(req.url ?? ''));
    return false;
  });
  await makeBackup(dataDir, place, 14);
  const isSentAgain = ([key]: readonly [string, unknown]) => again.some((url) => url.endsWith(key));
  expect(sent.filter(isSentAgain)).toEqual([]);
}, 500_000);

it('refuses to restore a backup of which a part is missing or changed, and leaves the data folder alone; the next backup sends a missing part again', async () => {
  const s3 = await openS3();
  const [dataDir, newDir] = [await newDataDir(), await newDataDir()];
  const running = await start(dataDir);
  const artist = await running.createUser();
  await running.stack.storage.putObject({
    bucket: 'tracks',
    name: `${artist.id}/a.mp3`,
    bytes: music,
    ownerId: artist.id,
  });
  const place = openPlace('s3://music/parts', s3.env);
  const { name } = await makeBackup(dataDir, place, 14);
  const { files } = await openStoredBackups(place).read(name);
  const hash = files.find((file) => file.bytes === music.length)?.parts[0] ?? '';
  const key = `parts/${hash.slice(0, 2)}/${hash}`;
  await place.put(key, randomBytes(music.length));
  await expect(restoreBackup(place, null, newDir)).rejects.toThrow(/in the backup is changed \(parts.*Try an earlier/);
  await place.remove(key);
  await expect(restoreBackup(place, null, newDir)).rejects.toThrow('in the backup is missing');
  expect([existsSync(newDir), existsSync(`${newDir}.restoring`)]).toEqual([false, false]);
  await makeBackup(dataDir, place, 14);
  expect((await restoreBackup(place, null, newDir)).name > name).toBe(true);
}, 500_000);
