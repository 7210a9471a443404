import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

/** The pause between two checks for changes; the database publishes no more than one digest in 5 s (G-4). */
const PAUSE_MS = 1_000;

/**
 * Has the database publish a digest when something changed that everybody may see, as pg_cron does on a hosted project.
 *
 * @returns a function that stops it
 */
export function startDigests(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.publish_digest()`,
    PAUSE_MS,
    (error) => log(`Listeners are not told of changes: ${String(error)}`),
  );
}
