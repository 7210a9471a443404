import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { checkRelease } from './check-release.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase({ usesServerTime: true });
});
afterEach(() => db.close());

it('promises no backup of a database at DATABASE_URL, and says what its operator can do instead', async () => {
  await db.sql`update private.releases set release = '0.9.0'`;
  expect(await checkRelease({ DATABASE_URL: db.url }, '/nowhere')).toMatchObject({
    state: 'warning',
    advice:
      'The next start with this release upgrades it, without a backup. Back it up first, where it runs: see "Upgrade" in docs/operating.md.',
  });
  await db.sql`update private.releases set release = '9.1.0'`;
  await expect(checkRelease({ DATABASE_URL: db.url }, '/nowhere')).rejects.toThrow(
    'restore a backup of your server from before the upgrade into another database',
  );
});
