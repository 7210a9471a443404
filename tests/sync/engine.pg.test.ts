import { afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { plantedInSql } from './real/planted-sql.ts';
import { runRound } from './real/round.ts';

/** `SYNC_PG_SECONDS=600` runs longer and prints the tally. */
const requestedSeconds = process.env['SYNC_PG_SECONDS'];
const SECONDS = Number(requestedSeconds ?? 6);
const ROUNDS = 12;
const PLANTED_SECONDS = 3;

let db: TestDatabase | null = null;
afterEach(async () => {
  await db?.close();
  db = null;
});

describe('the engine over real PostgreSQL', () => {
  it(
    '[SY-26] converges to the server’s state after killed backends, cut connections, crashes and six writers',
    { timeout: SECONDS * 1000 + 60_000 },
    async () => {
      db = await openTestDatabase();
      const { problems, tally } = await runRound(db, { ms: SECONDS * 1000 });
      if (requestedSeconds !== undefined)
        console.info(Object.fromEntries([...tally.counts].sort(([a], [b]) => (a < b ? -1 : 1))));
      expect(problems).toEqual([]);
    },
  );

  for (const fault of plantedInSql) {
    it(
      `[SY-27] violates a rule within some rounds because of a fault planted in PostgreSQL: ${fault.name}`,
      { timeout: 120_000 },
      async () => {
        const found: string[] = [];
        const isFound = () => found.some((problem) => fault.shows.test(problem));
        const { afterPush, killsBackends, pageRows } = fault;
        for (let round = 0; round < ROUNDS && !isFound(); round++) {
          await db?.close();
          db = await openTestDatabase();
          await db.sql.unsafe(await fault.plant(db.sql));
          const options = { ms: PLANTED_SECONDS * 1000, healMs: 3_000, afterPush, killsBackends, pageRows };
          found.push(...(await runRound(db, options)).problems);
        }
        expect(isFound(), found.join('\n')).toBe(true);
      },
    );
  }
});
