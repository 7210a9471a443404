import { setTimeout as sleep } from 'node:timers/promises';
import type { Functions } from './run-functions.ts';

const SWEEP_EVERY_MS = 5 * 60 * 1000;
const STOP_WITHIN_MS = 2_000;

interface Notifications {
  listen(channel: string, onNotify: () => void): PromiseLike<unknown>;
}

export interface FileRemoval {
  close(): Promise<void>;
}

/**
 * Runs `remove-files` whenever files are queued, and every five minutes with a sweep. A hosted project uses a schedule
 * instead.
 */
export async function startFileRemoval(
  sql: Notifications,
  functions: Pick<Functions, 'runAsService'>,
  log: (line: string) => void,
): Promise<FileRemoval> {
  let running: Promise<void> | null = null;
  /** The run that follows the present one, and whether it sweeps; null if none was requested. */
  let requested: { readonly sweeps: boolean } | null = null;
  let closed = false;
  const run = async (sweep: boolean): Promise<void> => {
    const response = await functions.runAsService('remove-files', { sweep });
    if (!response.ok) log(`Files that nobody needs were not removed; the next sweep tries again (${response.status}).`);
  };
  const wake = (sweep: boolean): void => {
    if (closed) return;
    if (running) {
      // This run may have missed files that were queued after it began.
      requested = { sweeps: sweep || requested?.sweeps === true };
      return;
    }
    running = run(sweep)
      .catch((error: unknown) => log(`Files that nobody needs were not removed: ${String(error)}`))
      .then(() => {
        running = null;
        if (requested === null) return;
        const { sweeps } = requested;
        requested = null;
        wake(sweeps);
      });
  };
  await sql.listen('file_removals', () => wake(false));
  const timer = setInterval(() => wake(true), SWEEP_EVERY_MS);
  timer.unref();
  wake(true);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      // Closing the pool ends the listening; an explicit unlisten could wait forever for a database that does not answer.
      // A running removal could wait for ever as well, hence the time limit.
      await Promise.race([running, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
