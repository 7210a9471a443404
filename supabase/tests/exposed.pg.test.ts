import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { describeExposed } from './exposed.ts';

const golden = fileURLToPath(new URL('exposed.txt', import.meta.url));

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('the database exposes exactly what supabase/tests/exposed.txt lists; update it with `npm run generate`', async () => {
  expect(await describeExposed(db.sql)).toBe(readFileSync(golden, 'utf8'));
});
