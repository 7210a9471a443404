import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const MINUTE_MS = 60_000;

/**
 * Deletes messages older than a minute, every minute. Messages are sent from the replication stream, so none is lost.
 *
 * @returns a function that stops this
 */
export function startMessageSweep(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`delete from realtime.messages where inserted_at < localtimestamp - interval '1 minute'`,
    MINUTE_MS,
    (error) => log(`Old messages of Realtime were not deleted: ${String(error)}`),
  );
}
