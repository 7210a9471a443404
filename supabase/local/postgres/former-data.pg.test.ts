import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/postgres.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { moveToProject } from '../hosted/move-to-project.ts';
import { openTestStack } from '../test-stack.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent former '));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it.each([
  [
    ['postgres-17', 'postgres.upgrading'],
    /postgres-17 and \S.*postgres\.upgrading are there\. Run npm run upgrade-postgres again/,
  ],
  [
    ['postgres-17'],
    /because .*postgres-17 is there\. To use that database, rename its folder to .*postgres; else set UNDERCURRENT_DATA/,
  ],
  [
    ['postgres.upgrading'],
    /because .*postgres\.upgrading is there\. Put the folder of the database back as .*postgres, or restore/,
  ],
  [
    ['storage/objects/ab/ab-old'],
    /because .*storage\/objects has stored files, .* set DATABASE_URL; .* restore your latest backup/,
  ],
])('no new database is made beside %j: start, doctor and move to a project say what to do', async (paths, words) => {
  for (const path of paths) {
    await mkdir(join(dataDir, dirname(path)), { recursive: true });
    await (path.includes('/') ? writeFile(join(dataDir, path), '') : mkdir(join(dataDir, path)));
  }
  const start = () => openTestStack({ dataDir });
  await expect(start()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(words) });
  await expect(start()).rejects.toThrow(/Nothing was changed\.$/);
  const lines: string[] = [];
  expect(await runDoctor({ UNDERCURRENT_DATA: dataDir, PORT: '0' }, (line) => lines.push(line))).toBe(1);
  expect(lines.join('\n')).toMatch(words);
  const move = {
    fromUrl: null,
    dataDir,
    toUrl: 'postgres://127.0.0.1:1/none',
    projectUrl: '',
    secretKey: '',
    log: () => undefined,
  };
  await expect(moveToProject(move)).rejects.toThrow(words);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

it('the start and the doctor refuse a database that the stored files do not belong to: the sweep would delete the files', async () => {
  const db = await openTestDatabase({ usesServerTime: true });
  try {
    const start = () => openTestStack({ dataDir, databaseUrl: db.url });
    await (await start()).close();
    const file = join(dataDir, 'storage', 'objects', 'ab', 'ab-unknown');
    await mkdir(dirname(file));
    await writeFile(file, '');
    const at = new Date(Date.now() - 2 * 3_600_000);
    await utimes(file, at, at);
    await db.sql`update private.releases set noted_at = now() - interval '1 day'`;
    const words =
      /The files in \S.*objects belong to another database than the one at DATABASE_URL.* Set DATABASE_URL to their database/;
    await expect(start()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(words) });
    const lines: string[] = [];
    const env = { UNDERCURRENT_DATA: dataDir, DATABASE_URL: db.url, PORT: '0' };
    expect(await runDoctor(env, (line) => lines.push(line))).toBe(1);
    expect(lines.join('\n')).toMatch(words);
    expect(existsSync(file)).toBe(true);
  } finally {
    await db.close();
  }
});
