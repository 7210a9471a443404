import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Every hour, deletes log rows that are older than their log's retention, and old tombstones and search words.
 * @returns a function that stops the repetition
 */
export function startLogSweep(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.sweep_logs()`,
    HOUR_MS,
    (error) => log(`Old lines of the logs were not thrown out: ${String(error)}`),
  );
}
