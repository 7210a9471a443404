import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVersion } from '../app/read-version.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { startStack, type Stack, type StackOptions } from '../stack.ts';
import { openTestStack } from '../test-stack.ts';
import { openFolderPlace } from './folder-place.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStoredBackups } from './stored-backups.ts';

const release = readVersion();
const earlier = '0.9.0';
let folder: string;
let dataDir: string;
let person: string;
const closers: (() => Promise<unknown>)[] = [];

/** Makes a data folder as the earlier release left it: with one account, while no server runs. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undercurrent upgrade '));
  dataDir = join(folder, 'data');
  const opened = await openTestStack({ dataDir: join(folder, 'data') });
  person = (await opened.createUser()).id;
  expect(existsSync(join(dataDir, 'backups')), 'a new database is not backed up').toBe(false);
  await opened.sql`update private.releases set release = ${earlier}`;
  await opened.sql.end();
  await opened.stack.stop();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<StackOptions> = {}): Promise<{ stack: Stack; lines: string[] }> {
  const lines: string[] = [];
  const base = { dataDir, port: 0, passcode: 'underground', empty: true, durable: false, hasSpare: false };
  const stack = await startStack({ ...base, log: (line) => lines.push(line), ...options });
  closers.push(() => stack.stop());
  return { stack, lines };
}

/** Reads the database of a stopped data folder. */
async function read(dir: string): Promise<{ releases: string[]; people: string[] }> {
  const server = await startPostgres({ dataDir: join(dir, 'postgres'), durable: false });
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    const releases = await sql<{ release: string }[]>`select release from private.releases order by number`;
    const people = await sql<{ id: string }[]>`select id from auth.users`;
    return { releases: releases.map((row) => row.release), people: people.map((row) => row.id) };
  } finally {
    await sql.end();
    await server.stop();
  }
}

describe('The start after an upgrade', () => {
  it('backs up the data folder first; the backup is of the earlier release, and later starts make none', async () => {
    const { stack, lines } = await start();
    expect(lines.filter((line) => /^(Upgrading|Backup)/.test(line))).toEqual([
      `Upgrading from Undercurrent ${earlier} to ${release}. Making a backup first, in ${join(dataDir, 'backups', `before-${release}`)}`,
      expect.stringMatching(/^Backup \S+ is made and verified$/),
    ]);
    const health: unknown = await (await fetch(`${stack.url}/healthz`)).json();
    expect(health).toEqual({ status: 'ok', release });
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    expect(metrics).toContain(`undercurrent_info{release="${release}"} 1`);
    const found: string[] = [];
    await runDoctor({ UNDERCURRENT_DATA: dataDir, PORT: String(stack.port) }, (line) => found.push(line));
    expect(found).toContain(`ok       Undercurrent ${release}: the database is of the same release`);
    await stack.stop();

    const restored = join(folder, 'restored');
    await restoreBackup(openFolderPlace(join(dataDir, 'backups', `before-${release}`)), null, restored);
    expect(await read(restored)).toEqual({ releases: [earlier], people: [person] });

    const again = await start();
    expect(again.lines.filter((line) => line.startsWith('Upgrading'))).toEqual([]);
  });

  it('refuses the upgrade when the backup fails, names the reason and another way to upgrade, and leaves the database at the earlier release', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(start({ upgradeBackup: { to: file, env: {} } })).rejects.toThrow(
      `The upgrade from Undercurrent ${earlier} to ${release} did not begin, because the backup before it failed. ${join(file, `before-${release}`)} is not a folder. ` +
        'Nothing was changed: the earlier release still starts with this data. UPGRADE_BACKUP_TO chooses another place',
    );
    expect(await read(dataDir)).toEqual({ releases: [earlier], people: [person] });
    const { lines } = await start({ upgradeBackup: { to: join(folder, 'other'), env: {} } });
    expect(lines.join()).toContain(`Making a backup first, in ${join(folder, 'other', `before-${release}`)}`);
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  it('makes its backup apart from the regular backups, also if both have the same place', async () => {
    const place = join(folder, 'all');
    await start({ upgradeBackup: { to: `${place}/`, env: {} } });
    const namesIn = (address: string) => openStoredBackups(openFolderPlace(address)).names();
    expect(await namesIn(place)).toEqual([]);
    const { name } = await makeBackup(dataDir, openFolderPlace(place), 1);
    expect(await namesIn(place)).toEqual([name]);
    expect(await namesIn(join(place, `before-${release}`))).toHaveLength(1);
  });

  it('upgrades without a backup if the operator chooses that, for example because a lost file makes every backup fail', async () => {
    const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false });
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    await sql`insert into storage.objects (bucket_id, name, version, metadata) values ('covers', 'lost.png', 'lost', '{"size": 1}')`;
    await sql.end();
    await server.stop();
    await expect(start()).rejects.toThrow('1 stored files are missing or cut off (covers/lost.png).');
    const { lines } = await start({ upgradeBackup: { to: 'none', env: {} } });
    expect(lines).toContain(
      `Upgrading from Undercurrent ${earlier} to ${release} without a backup, as UPGRADE_BACKUP_TO says`,
    );
  });
});
