import { afterAll, beforeAll, expect, it } from 'vitest';
import folded from '../../tests/search/folded.json' with { type: 'json' };
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('the server folds text as the device does', async () => {
  const texts = folded.map(([text = '']) => text);
  const rows =
    await db.sql`select private.fold_text(t) as folded from unnest(${texts}::text[]) with ordinality as x (t, n) order by n`;
  expect(rows.map(({ folded: result }, n) => [texts[n], result])).toEqual(folded);
});
