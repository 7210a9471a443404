import type postgres from 'postgres';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Deletes old rows of the database's log tables now and every hour, as pg_cron does on a hosted project.
 *
 * @returns a function that stops the sweep
 */
export function startLogSweep(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(async () => void (await sql`select private.sweep_logs()`))
      .catch((error: unknown) => log(`Old lines of the logs were not thrown out: ${String(error)}`));
  };
  sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
