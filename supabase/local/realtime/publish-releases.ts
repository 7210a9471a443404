import type postgres from 'postgres';
import { repeat } from '../repeat.ts';

const PAUSE_MS = 1_000;

/**
 * Publishes releases at their date (S-61), checking each second, as pg_cron does on a hosted project.
 * @returns a function that stops this
 */
export function startReleases(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  let isStopped = false;
  const publishDue = async (): Promise<void> => {
    while (!isStopped) {
      const [row] = await sql<{ may: boolean }[]>`select private.publish_due_release() as may`;
      if (row?.may !== true) return;
    }
  };
  const stop = repeat(publishDue, PAUSE_MS, (error) => log(`Releases are not published: ${String(error)}`));
  return () => {
    isStopped = true;
    return stop();
  };
}
