import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 1_000;
/** Most releases of one call (private.publish_due_releases). */
const MOST = 50;

/**
 * Publishes releases at their date (S-61), checking each second, as pg_cron does on a hosted project.
 * @returns a function that stops this
 */
export function startReleases(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  let isStopped = false;
  const publishDue = async (): Promise<void> => {
    while (!isStopped) {
      const [row] = await sql<{ count: number }[]>`select private.publish_due_releases() as count`;
      if (row?.count !== MOST) return;
    }
  };
  const stop = repeat(publishDue, PAUSE_MS, (error) => log(`Releases are not published: ${String(error)}`));
  return () => {
    isStopped = true;
    return stop();
  };
}
