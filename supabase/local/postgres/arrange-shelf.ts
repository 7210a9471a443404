import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 60_000;

/** Arranges the shelf every minute, as pg_cron does on a hosted project (G-1). @returns a function that stops this */
export function startShelf(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.arrange_shelf()`,
    PAUSE_MS,
    (error) => log(`The shelf cannot be arranged: ${String(error)}`),
  );
}
