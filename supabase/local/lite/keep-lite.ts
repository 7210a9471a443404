import { setTimeout as sleep } from 'node:timers/promises';
import { LiteChild, type LiteChildOptions, LiteGone } from './lite-child.ts';
import type { LiteAnswer, LiteRequest, LiteSettings } from './lite-messages.ts';

const HUNG_AFTER_MS = 15_000;
/** ms after which a request is given up that waits for a process to be there. */
const WAIT_FOR_PROCESS_MS = 30_000;
/** ms before a spare process is made: a burst at the start goes before. */
const SPARE_AFTER_MS = 3_000;
/** ms that a stop waits for what is under way. */
const STOP_WITHIN_MS = 2_000;
/** ms from one start to the next, at least: what ends at once would else take a core for itself. */
const START_EVERY_MS = 1_000;

export interface KeepLiteOptions extends Omit<LiteChildOptions, 'hungAfterMs'> {
  readonly settings: LiteSettings;
  /** Whether a second process waits, its code loaded, to take the place of one that ends. */
  readonly hasSpare: boolean;
  /** ms of silence after which a process is taken for hung; 15 s when left out. */
  readonly hungAfterMs?: number;
}

export interface Lite {
  /**
   * Asks @supabase/lite.
   *
   * @throws LiteGone when its process ended before it answered, or none was there in time
   */
  ask(request: LiteRequest): Promise<LiteAnswer>;
  close(): Promise<void>;
}

/**
 * Runs @supabase/lite in a process of its own with frozen intrinsics and a memory limit, and starts it again at once when it ends or
 * hangs. Nothing else of the server notices: requests that were under way fail, those that come meanwhile wait for the next process.
 */
export function keepLite({ settings, hasSpare, ...rest }: KeepLiteOptions): Lite {
  const options: LiteChildOptions = { hungAfterMs: HUNG_AFTER_MS, ...rest };
  let isClosed = false;
  let spare: LiteChild | null = null;
  let current = begin();

  function begin(): LiteChild {
    const child = spare ?? new LiteChild(options);
    spare = null;
    child.start(settings);
    void keep(child, Date.now());
    return child;
  }

  /** Sees to a process until it ends, and then to the next one. */
  async function keep(child: LiteChild, startedAt: number): Promise<void> {
    await child.settled;
    if (hasSpare && child.state === 'ready') setTimeout(makeSpare, SPARE_AFTER_MS).unref();
    const why = await child.ended;
    if (isClosed) return;
    options.log(`REST and Auth ended and are started again (${why}).`);
    await sleep(Math.max(0, startedAt + START_EVERY_MS - Date.now()), undefined, { ref: false });
    if (!isClosed) current = begin();
  }

  function makeSpare(): void {
    if (isClosed || spare) return;
    const child = new LiteChild(options);
    spare = child;
    void child.ended.then(() => (spare = spare === child ? null : spare));
  }

  return {
    async ask(request) {
      const until = Date.now() + WAIT_FOR_PROCESS_MS;
      while (!isClosed && Date.now() < until) {
        const child = current;
        try {
          if (child.state === 'ready') return await child.ask(request);
        } catch (error) {
          if (!(error instanceof LiteGone && error.outcome === 'not taken')) throw error;
        }
        // Either it serves soon, or the next one takes its place.
        const pause = sleep(20, undefined, { ref: false });
        await (child.state === 'starting' ? Promise.race([child.settled, pause]) : pause);
      }
      throw new LiteGone('not taken');
    },
    async close() {
      isClosed = true;
      spare?.kill();
      await Promise.all([current.close(STOP_WITHIN_MS), spare?.ended]);
    },
  };
}
