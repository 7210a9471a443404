import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';
import { runCommand } from './backup-commands.ts';
import { openFolderPlace } from './folder-place.ts';
import { makeBackup, STAGING } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStoredBackups } from './stored-backups.ts';

const music = readFileSync(new URL('../../../tests/fixtures/outside-vbr-art.mp3', import.meta.url));

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent backup '));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<TestStack> {
  const opened = await openTestStack({ dataDir });
  closers.push(() => opened.close());
  return opened;
}

it('stores unchanged files once, removes older backups with their parts, and refuses another installation', async () => {
  const [dataDir, folder] = [join(await makeFolder(), 'data'), await makeFolder()];
  const backups = openFolderPlace(folder);
  const running = await start(dataDir);
  const artist = await running.createUser();
  const put = (name: string, bytes: Buffer) =>
    running.stack.storage.putObject({ bucket: 'tracks', name: `${artist.id}/${name}`, bytes, ownerId: artist.id });
  const keyOf = (bytes: Buffer) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return `parts/${hash.slice(0, 2)}/${hash}`;
  };
  const otherMusic = Buffer.concat([music, music]);
  await put('one.mp3', music);
  const first = await makeBackup(dataDir, backups, 1);
  expect(first.files).toBe(1);
  expect((await backups.list('parts/')).get(keyOf(music))?.bytes).toBe(music.length);
  const second = await makeBackup(dataDir, backups, 1);
  expect([second.files, second.removed]).toEqual([1, [first.name]]);
  // A fresh database has over 20 MB, and hardly any of it changed.
  expect(second.newBytes).toBeLessThan(first.newBytes / 3);

  await running
    .createAdmin()
    .storage.from('tracks')
    .remove([`${artist.id}/one.mp3`]);
  await put('two.mp3', otherMusic);
  await writeFile(join(folder, 'parts', 'notes.txt'), 'of the operator');
  const third = await makeBackup(dataDir, backups, 1);
  expect(third.removed).toEqual([second.name]);
  const stored = [...(await backups.list('parts/')).keys()];
  expect([stored.includes(keyOf(music)), stored.includes(keyOf(otherMusic))]).toEqual([false, true]);
  const listed = (await openStoredBackups(backups).read(third.name)).files.flatMap(({ parts }) => parts);
  expect(stored.filter((key) => !listed.includes(key.slice(9)))).toEqual(['parts/notes.txt']);
  expect((await readdir(folder)).sort()).toEqual(['backups', 'installation', 'parts']);

  const otherDir = join(await makeFolder(), 'data');
  await start(otherDir);
  await expect(makeBackup(otherDir, backups, 1)).rejects.toThrow('has the backups of another installation');
}, 120_000);

it('refuses a backup in which a file is cut off or a balance differs from its ledger, and stores no list of it', async () => {
  const [dataDir, folder] = [join(await makeFolder(), 'data'), await makeFolder()];
  const backups = openFolderPlace(folder);
  const running = await start(dataDir);
  const artist = await running.createUser();
  await running.stack.storage.putObject({
    bucket: 'tracks',
    name: `${artist.id}/one.mp3`,
    bytes: music,
    ownerId: artist.id,
  });
  const file = (await running.stack.storage.findFile('tracks', `${artist.id}/one.mp3`)) ?? '';
  await truncate(file, 100);
  await expect(makeBackup(dataDir, backups, 14)).rejects.toThrow(
    `1 stored files are missing or cut off (tracks/${artist.id}/one.mp3)`,
  );
  await writeFile(file, music);
  await running.sql`alter table public.user_balances disable trigger user`;
  await running.sql`update public.user_balances set zaps = 7 where user_id = ${artist.id}`;
  await expect(makeBackup(dataDir, backups, 14)).rejects.toThrow(`1 balances differ from their ledgers (${artist.id})`);
  expect([...(await backups.list('backups/')).keys()]).toEqual([]);
  expect(existsSync(join(dataDir, STAGING))).toBe(false);
}, 120_000);

it('backs up after a crash, restores into an empty folder only, and refuses unknown backups and wrong options', async () => {
  const [dataDir, newDir, folder] = [
    join(await makeFolder(), 'data'),
    join(await makeFolder(), 'data'),
    await makeFolder(),
  ];
  const backups = openFolderPlace(folder);
  const running = await start(dataDir);
  await running.createUser();
  await running.close();
  // A crash of the machine leaves this file; no process has this id.
  await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), '4194305\n');
  const { name } = await makeBackup(dataDir, backups, 14);
  await expect(restoreBackup(backups, name, dataDir)).rejects.toThrow(`${dataDir} is not empty, and is left as it is.`);
  await expect(restoreBackup(backups, '2026-01-01T00-00-00-000Z', newDir)).rejects.toThrow(`There are: ${name}.`);
  await expect(restoreBackup(openFolderPlace(join(folder, 'parts')), null, newDir)).rejects.toThrow(
    'There is no backup in',
  );
  const [empty, nowhere] = [await makeFolder(), join(folder, 'nowhere')];
  expect(await runCommand(['restore', empty], { UNDERCURRENT_DATA: newDir })).toBe(1);
  expect(await runCommand(['backup', empty], { UNDERCURRENT_DATA: nowhere })).toBe(1);
  expect(await runCommand(['backup', empty, '--keep', '0'], { UNDERCURRENT_DATA: dataDir })).toBe(1);
  expect(await runCommand(['restore', '--from', folder], { UNDERCURRENT_DATA: newDir })).toBe(0);
  const restored = await start(newDir);
  expect(await restored.sql`select count(*)::int as people from auth.users`).toEqual([{ people: 1 }]);
}, 120_000);
