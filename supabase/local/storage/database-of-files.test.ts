import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteDatabaseOfFiles, requireDatabaseOfFiles } from './database-of-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'undercurrent files '));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function storeFile() {
  await mkdir(join(root, 'objects', 'ab'), { recursive: true });
  await writeFile(join(root, 'objects', 'ab', 'ab-file'), '');
}

const firstReleaseAt = new Date('2026-11-29T10:00:00.123Z');
const database = { firstReleaseAt, versions: ['20261203000000'] };
const empty = { firstReleaseAt: null, versions: [] };

it('an empty database is refused beside stored files of an earlier release; any other database is accepted', async () => {
  await expect(requireDatabaseOfFiles(root, empty, 'server')).resolves.toBeUndefined();
  await storeFile();
  await expect(requireDatabaseOfFiles(root, empty, 'server')).rejects.toThrow(
    /belong to another database than the one at DATABASE_URL.*UNDERCURRENT_DATA to another folder\. Nothing was changed\.$/,
  );
  await expect(requireDatabaseOfFiles(root, database, 'server')).resolves.toBeUndefined();
});

it('once the database of the files is noted, another database is refused as long as there are files', async () => {
  await noteDatabaseOfFiles(root, firstReleaseAt);
  const file = join(root, 'database');
  expect([await readFile(file, 'utf8'), (await stat(file)).mode % 0o1000]).toEqual(['2026-11-29T10:00:00.123Z', 0o600]);
  const other = { ...database, firstReleaseAt: new Date('2026-11-28T10:00:00.123Z') };
  await expect(requireDatabaseOfFiles(root, other, 'folder')).resolves.toBeUndefined();
  await storeFile();
  for (const refused of [other, empty])
    await expect(requireDatabaseOfFiles(root, refused, 'folder')).rejects.toThrow(
      `rename ${file}. Nothing was changed.`,
    );
  await expect(requireDatabaseOfFiles(root, database, 'folder')).resolves.toBeUndefined();
});
