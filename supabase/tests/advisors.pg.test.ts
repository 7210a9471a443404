import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { findAdvice } from './advisors.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe("Supabase's database advisors", () => {
  it('find nothing', async () => {
    expect(await findAdvice(db.sql)).toEqual([]);
  });
});
