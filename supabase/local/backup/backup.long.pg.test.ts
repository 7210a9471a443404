import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openSync } from '../../../sync/client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../../../tests/sync/support/page.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { runCommand } from './backup-commands.ts';
import { openFolderPlace } from './folder-place.ts';
import { makeBackup, STAGING } from './make-backup.ts';
import { openPlace } from './open-place.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStoredBackups } from './stored-backups.ts';
import { startTestS3 } from './test-s3.ts';

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

async function start(dataDir: string, port = 0): Promise<TestStack> {
  const opened = await openTestStack({ dataDir, port });
  closers.push(() => opened.close());
  return opened;
}

async function addTrack({ stack, sql }: TestStack, artist: TestUser, title: string): Promise<string> {
  const name = `${artist.id}/${randomUUID()}.mp3`;
  await stack.storage.putObject({ bucket: 'tracks', name, bytes: music, ownerId: artist.id });
  const [row] = await sql<{ id: string }[]>`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    values (${artist.id}, ${title}, 'Artist', 'House', ${name}, 180000, ${music.length}, true) returning id`;
  return row?.id ?? '';
}

const say = (bio: string) => ({
  id: randomUUID(),
  kind: 'profile.update',
  v: 1,
  occurred_at: new Date().toISOString(),
  payload: { bio },
});

it('[SY-8] a server that was lost is restored from a backup in S3 that was made while people used it, and devices and server agree again', async () => {
  const s3 = await startTestS3();
  closers.push(() => s3.close());
  const backups = openPlace('s3://music/radio', s3.env);
  const [lostDir, newDir] = [join(await makeFolder(), 'data'), join(await makeFolder(), 'data')];
  const first = await start(lostDir);
  const artist = await first.createUser();
  const fan = await first.createUser();
  const kept = await addTrack(first, artist, 'Before the backup');

  let losesAnswers = false;
  const page = pageOf(
    newBrowser(),
    { supabaseUrl: first.stack.url, publishableKey: first.stack.keys.publishableKey },
    {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (losesAnswers) throw new TypeError('fetch failed');
        return response;
      },
    },
  );
  const device = openSync(page);
  closers.push(() => device.close());
  expect(await device.auth.signIn(fan.email, fan.password)).toMatchObject({ ok: true });
  const scope = await scopeOf(device);
  const titles = (wanted: string[]) =>
    until(
      scope.explore({ search: '', genre: null }),
      ({ state, tracks }) =>
        state === 'complete' &&
        tracks
          .map(({ title }) => title)
          .sort()
          .join() === wanted.sort().join(),
      30_000,
    );
  await titles(['Before the backup']);
  await scope.enqueue('play.record', { track_id: kept, progress_ms: 30_000, is_manual: true });
  await until(scope.pending, (pending) => pending.length === 0);

  const busy = await Promise.all(Array.from({ length: 2 }, () => first.createUser()));
  let isBusy = true;
  const answeredBefore: string[] = [];
  let hasBegun = false;
  const work = busy.map(async ({ client, id }, person) => {
    for (let n = 0; isBusy; n += 1) {
      const said = say(`Number ${n} of ${person}`);
      const { error } = await client.rpc('sync_push', { p_actions: [said] });
      if (error) throw new Error(error.message);
      if (!hasBegun) answeredBefore.push(said.id);
      await first.stack.storage.putObject({ bucket: 'tracks', name: `${id}/${n}.mp3`, bytes: music, ownerId: id });
      if (n % 3 === 2) await client.storage.from('tracks').remove([`${id}/${n - 1}.mp3`]);
    }
  });
  await expect.poll(() => answeredBefore.length).toBeGreaterThan(4);
  hasBegun = true;
  const report = await makeBackup(lostDir, backups, 14).finally(() => (isBusy = false));
  await Promise.all(work);
  expect(report.facts).toMatchObject({ accounts: 4, tracks: 1 });

  await addTrack(first, artist, 'After the backup');
  await titles(['After the backup', 'Before the backup']);
  losesAnswers = true;
  const accepted = await scope.enqueue('profile.update', { bio: 'Accepted, but the answer was lost' });
  await expect
    .poll(async () => (await first.sql`select 1 from public.action_log where action_id = ${accepted}`).length)
    .toBe(1);
  const { port } = first.stack;
  await first.stack.stop();
  await rm(lostDir, { recursive: true });
  const queued = await scope.enqueue('profile.update', { artist_name: 'Written without a server' });

  expect((await restoreBackup(backups, null, newDir)).name).toBe(report.name);
  // PostgreSQL of root runs as another user, who must enter the outer folders.
  const open = process.getuid?.() === 0 ? '755' : '700';
  const modeOf = async (path: string) => ((await stat(join(newDir, path))).mode & 0o777).toString(8);
  expect(await Promise.all(['', 'postgres', 'postgres/cluster', 'storage', 'storage/objects'].map(modeOf))).toEqual([
    open,
    open,
    '700',
    '700',
    '700',
  ]);
  const second = await start(newDir, port);
  losesAnswers = false;
  await titles(['Before the backup']);
  await until(scope.pending, (pending) => pending.length === 0, 30_000);
  expect(scope.me.get()).toMatchObject({ zaps: 2, profile: { bio: 'Accepted, but the answer was lost' } });
  const log = await second.sql<{ id: string; status: string }[]>`
    select action_id as id, status from public.action_log where action_id in ${second.sql([accepted, queued, ...answeredBefore])}`;
  expect(new Set(log.map(({ id }) => id))).toEqual(new Set([accepted, queued, ...answeredBefore]));
  expect(log.filter(({ status }) => status !== 'applied')).toEqual([]);
  const [file] = await second.sql<{ name: string }[]>`select audio_url as name from public.tracks where id = ${kept}`;
  const heard = await fetch(`${second.stack.url}/storage/v1/object/public/tracks/${file?.name}`);
  expect(Buffer.from(await heard.arrayBuffer()).equals(music)).toBe(true);

  // A device that joins now sees what the other sees.
  const newDevice = openSync(
    pageOf(newBrowser(), { supabaseUrl: second.stack.url, publishableKey: second.stack.keys.publishableKey }),
  );
  closers.push(() => newDevice.close());
  expect(await newDevice.auth.signIn(fan.email, fan.password)).toMatchObject({ ok: true });
  const newScope = await scopeOf(newDevice);
  expect((await until(newScope.me, (me) => me?.zaps === 2))?.profile).toEqual(scope.me.get()?.profile);
}, 300_000);

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
