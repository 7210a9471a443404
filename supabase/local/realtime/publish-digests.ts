import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 1_000;

/**
 * Publishes digests of public changes, as pg_cron does on a hosted project. The database limits their rate (G-4).
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
