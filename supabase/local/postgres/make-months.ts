import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Creates the partitions of the next months, every hour, as pg_cron does on a hosted project (G-7).
 * @returns a function that stops the repetition
 */
export function startMonths(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.make_months()`,
    HOUR_MS,
    (error) => log(`The partitions of the next months were not made: ${String(error)}`),
  );
}
