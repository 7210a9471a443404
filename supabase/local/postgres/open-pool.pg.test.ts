import { expect, it } from 'vitest';
import { freePort } from '../http/free-port.ts';
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

it('a database that is away is noticed by each query at once, however often it was away before', async () => {
  const databaseUrl = `postgres://postgres:none@127.0.0.1:${await freePort()}/postgres`;
  const pool = openPool({ databaseUrl, name: 'patient', max: 1, statementMs: 50 });
  try {
    // With the driver's own pauses these queries would take more than a minute.
    for (let n = 0; n < 14; n += 1) await expect(pool`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  } finally {
    await pool.end({ timeout: 1 });
  }
}, 60_000);
