import { setTimeout as sleep } from 'node:timers/promises';
import type { Functions } from './run-functions.ts';

const HOUR = 60 * 60 * 1000;
/** As long a stop waits for a run. */
const STOP_WITHIN_MS = 2_000;

/** The part of a pool that is asked for here. */
interface Notifications {
  listen(channel: string, onNotify: () => void): PromiseLike<unknown>;
}

export interface FileRemoval {
  close(): Promise<void>;
}

/**
 * Runs `remove-files` as a hosted project's schedule would: when the database says that a file was queued, at the start and
 * once an hour, then with the sweep for orphans.
 */
export async function startFileRemoval(
  sql: Notifications,
  functions: Pick<Functions, 'runAsService'>,
  log: (line: string) => void,
): Promise<FileRemoval> {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const run = async (sweep: boolean): Promise<void> => {
    const response = await functions.runAsService('remove-files', { sweep });
    if (!response.ok) log(`Files that nobody needs were not removed; the next hour tries again (${response.status}).`);
  };
  const wake = (sweep: boolean): void => {
    if (closed) return;
    if (running) {
      // What was queued while it ran may have been missed.
      again = true;
      return;
    }
    running = run(sweep)
      .catch((error: unknown) => log(`Files that nobody needs were not removed: ${String(error)}`))
      .then(() => {
        running = null;
        if (!again) return;
        again = false;
        wake(false);
      });
  };
  await sql.listen('file_removals', () => wake(false));
  const timer = setInterval(() => wake(true), HOUR);
  timer.unref();
  wake(true);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      // The pool ends the listening with itself; to ask for that would wait for a database that may be gone for good, as a run
      // under way may.
      await Promise.race([running, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
