import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const MINUTE_MS = 60_000;

/**
 * Deletes the database's messages older than a minute, now and every minute. A message is sent from the replication stream, so
 * none is lost if it is deleted before it is sent.
 *
 * @returns a function that stops the sweep
 */
export function startMessageSweep(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => sql`delete from realtime.messages where inserted_at < localtimestamp - interval '1 minute'`,
    MINUTE_MS,
    (error) => log(`Old messages of Realtime were not deleted: ${String(error)}`),
  );
}
