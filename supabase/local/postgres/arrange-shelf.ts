import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 60_000;

/**
 * Arranges the shelf each minute (G-1), as pg_cron does on a hosted project.
 *
 * @returns a function that stops it
 */
export function startShelf(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.arrange_shelf()`,
    PAUSE_MS,
    (error) => log(`The shelf cannot be arranged: ${String(error)}`),
  );
}
