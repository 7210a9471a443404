import type postgres from 'postgres';

/** The pause between two checks for changes; the database publishes no more than one digest in 5 s (G-4). */
const PAUSE_MS = 1_000;

/**
 * Has the database publish a digest whenever something changed for everybody, as pg_cron does on a hosted project.
 *
 * @returns a function that stops it
 */
export function startDigests(sql: postgres.Sql, log: (line: string) => void): () => Promise<void> {
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const publish = async (): Promise<void> => {
    try {
      await sql`select private.publish_digest()`;
      isFailing = false;
    } catch (error) {
      // The next attempt publishes what this one could not; say it once.
      if (!isFailing && !isStopped) log(`Listeners are not told of changes: ${String(error)}`);
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(() => void (running = publish()), PAUSE_MS);
  };
  let running = publish();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
