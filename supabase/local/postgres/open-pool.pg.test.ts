import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/postgres.ts';
import { openPool } from './open-pool.ts';

it("a statement beyond its pool's time limit is cancelled, and the pool continues", async () => {
  const db = await openTestDatabase();
  const pool = openPool({ databaseUrl: db.url, name: 'hurried', max: 1, statementMs: 50 });
  try {
    await expect(pool`select pg_sleep(60)`).rejects.toMatchObject({ code: '57014' });
    expect([...(await pool`select current_setting('application_name') as name`)]).toEqual([{ name: 'hurried' }]);
  } finally {
    await pool.end({ timeout: 1 });
    await db.close();
  }
});
