import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../../tests/support/postgres.ts';
import { createOperator } from '../../tests/moderation-scene.ts';
import { createErrorCount } from './count-errors.ts';
import { readDisk } from '../read-disk.ts';
import { createMetrics } from './metrics.ts';
import { noteDisk } from './note-disk.ts';

let db: TestDatabase;
let operator: string;
beforeAll(async () => {
  db = await openTestDatabase();
  operator = await createOperator(db);
});
afterAll(() => db.close());
beforeEach(() => db.sql`delete from private.error_counts`);

const shown = async () => Object(await db.asUser(operator).rpc('operator_figures')).errors;
const request = (status: number, action = 'read') => ({ door: 'rest', action, status });

it('Operators see the failures of the last hour, each once, also after the database was away', async () => {
  const metrics = createMetrics();
  let isAway = false;
  const sql = new Proxy(db.sql, {
    apply: (target, _, [strings, ...values]) =>
      isAway ? Promise.reject(new Error('away')) : Reflect.apply(target, undefined, [strings, ...values]),
  });
  const count = createErrorCount(sql, metrics);
  await count();
  expect(await shown()).toEqual({ server: 0, browser: 0 });
  for (const status of [200, 404, 429, 499, 500, 503, 507]) metrics.requests.inc(request(status));
  metrics.requests.inc({ door: 'radio', action: 'stream', status: 503 });
  metrics.browserErrors.inc({ kind: 'rejection' });
  isAway = true;
  await expect(count()).rejects.toThrow('away');
  isAway = false;
  metrics.browserErrors.inc({ kind: 'error' });
  await count();
  await count();
  expect(await shown()).toEqual({ server: 3, browser: 2 });
  await db.sql`update private.error_counts set counted_at = counted_at - interval '61 minutes' where server_errors > 0`;
  expect(await shown()).toEqual({ server: 0, browser: 0 });
});

it('The figure is absent while no server counts failures, and old rows are deleted', async () => {
  expect(await shown()).toBeNull();
  const count = createErrorCount(db.sql, createMetrics());
  await count();
  await db.sql`update private.error_counts set counted_at = now() - interval '6 minutes'`;
  expect(await shown(), 'the server stopped').toBeNull();
  await db.sql`update private.error_counts set counted_at = now() - interval '25 hours'`;
  await count();
  expect(await db.sql`select from private.error_counts`).toHaveLength(1);
});

it('Operators see the share of the disk that is used, unless the server has stopped measuring it', async () => {
  const disk = async () => Object(await db.asUser(operator).rpc('operator_figures')).disk;
  expect(await disk()).toBeNull();
  await noteDisk(db.sql, tmpdir());
  await noteDisk(db.sql, tmpdir());
  const { size, free } = await disk();
  expect(size).toBe((await readDisk(tmpdir())).size);
  expect(free).toBeLessThan(size);
  await db.sql`update private.disk_space set measured_at = now() - interval '6 minutes'`;
  expect(await disk()).toBeNull();
});

it('Operators see how long changes wait for the next digest, and the longest wait of the day', async () => {
  const lag = async () => {
    const { lag_ms: last, longest_lag_ms: longest } = Object(await db.asUser(operator).rpc('operator_figures'));
    return { last, longest };
  };
  await db.sql`delete from private.undigested_changes`;
  await db.sql`delete from private.digest_lag`;
  expect(await lag()).toEqual({ last: 0, longest: 0 });
  const publishAfter = async (wait: string) => {
    await db.sql`update private.digest set published_at = '-infinity'`;
    await db.sql`insert into private.undigested_changes (noted_at) values (now() - ${wait}::interval), (now())`;
    const waiting = await lag();
    await db.sql`select private.publish_digest()`;
    return waiting;
  };
  expect((await publishAfter('40 seconds')).last, 'while it waits').toBeGreaterThanOrEqual(40_000);
  await publishAfter('2 seconds');
  const { last, longest } = await lag();
  expect(last).toBeGreaterThanOrEqual(2_000);
  expect(last).toBeLessThan(30_000);
  expect(longest).toBeGreaterThanOrEqual(40_000);
  await db.sql`update private.digest_lag set day = day - 1`;
  await publishAfter('3 seconds');
  expect((await lag()).longest, 'of a new day').toBeLessThan(30_000);
});
