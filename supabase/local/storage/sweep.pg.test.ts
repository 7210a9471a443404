import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/postgres.ts';
import { createStorage } from './storage-service.ts';

const DAY_MS = 24 * 3_600_000;
const keys = {
  serviceRoleKey: 'sb_secret_',
  publishableKey: 'sb_publishable_',
  jwtSecret: '0'.repeat(32),
  mailboxKey: '',
  metricsKey: '',
  databaseUrl: '',
};

it('the sweep removes files without a row, but keeps files older than the database, which cannot know them', async () => {
  const root = await mkdtemp(join(tmpdir(), 'undercurrent sweep '));
  const db = await openTestDatabase({ usesServerTime: true });
  const folder = join(root, 'objects', 'ab');
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['ab-older', 3],
    ['ab-later', 1],
    ['ab-present', 1],
  ] as const) {
    await writeFile(join(folder, name), '');
    const at = new Date(Date.now() - days * DAY_MS);
    await utimes(join(folder, name), at, at);
  }
  const sweep = async () => {
    const storage = await createStorage(
      db.sql,
      keys,
      root,
      () => undefined,
      () => undefined,
    );
    await storage.close();
    return (await readdir(folder)).sort();
  };
  try {
    await db.sql`insert into storage.objects (bucket_id, name, version) values ('covers', 'present.png', 'ab-present')`;
    expect(await sweep(), 'the database was made today').toEqual(['ab-later', 'ab-older', 'ab-present']);
    await db.sql`update private.releases set noted_at = now() - interval '2 days'`;
    expect(await sweep()).toEqual(['ab-older', 'ab-present']);
  } finally {
    await db.close();
    await rm(root, { recursive: true, force: true });
  }
});
