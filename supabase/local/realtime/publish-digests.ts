import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 1_000;

/**
 * Publishes digests, checking for changes each second, as pg_cron does on a hosted project (G-4).
 * @returns a function that stops this
 */
export function startDigests(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`select private.publish_digest()`,
    PAUSE_MS,
    (error) => log(`Listeners are not told of changes: ${String(error)}`),
  );
}
