import { setTimeout as sleep } from 'node:timers/promises';
import { LiteChild, type LiteChildOptions, LiteUnavailable } from './lite-child.ts';
import type { LiteAnswer, LiteRequest, LiteSettings } from './lite-messages.ts';

const HUNG_AFTER_MS = 15_000;
/** How long a request waits until a process is ready. */
const WAIT_FOR_PROCESS_MS = 30_000;
/** Delay before the spare process is loaded: loading it at once would slow the burst of requests at startup. */
const SPARE_AFTER_MS = 3_000;
const STOP_WITHIN_MS = 2_000;
/** Least time between two starts: a process that crashes at once must not use up a core. */
const START_EVERY_MS = 1_000;

export interface KeepLiteOptions extends Omit<LiteChildOptions, 'hungAfterMs'> {
  readonly settings: LiteSettings;
  /** Whether to preload a spare: a second process, which replaces the current one when that ends. */
  readonly hasSpare: boolean;
  /** ms of silence after which a process counts as hung. */
  readonly hungAfterMs?: number;
  /** Called when the process ended unexpectedly, also when it hung and was killed. */
  readonly onEnded?: () => void;
}

export interface Lite {
  /** @throws LiteUnavailable when the process ended before it answered, or no process was ready in time */
  send(request: LiteRequest): Promise<LiteAnswer>;
  close(): Promise<void>;
}

/**
 * Keeps a process with lite running. When it ends, only the requests in progress fail; later ones wait for the next
 * process.
 */
export function keepLite({ settings, hasSpare, onEnded, ...rest }: KeepLiteOptions): Lite {
  const options: LiteChildOptions = { hungAfterMs: HUNG_AFTER_MS, ...rest };
  let isClosed = false;
  let spare: LiteChild | null = null;
  let current = begin();

  function begin(): LiteChild {
    const child = spare ?? new LiteChild(options);
    spare = null;
    child.start(settings);
    void supervise(child, Date.now());
    return child;
  }

  async function supervise(child: LiteChild, startedAt: number): Promise<void> {
    await child.settled;
    if (hasSpare && child.state === 'ready') setTimeout(makeSpare, SPARE_AFTER_MS).unref();
    const reason = await child.ended;
    if (isClosed) return;
    onEnded?.();
    options.log(`REST and Auth ended and are started again (${reason}).`);
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
    async send(request) {
      const deadline = Date.now() + WAIT_FOR_PROCESS_MS;
      while (!isClosed && Date.now() < deadline) {
        const child = current;
        try {
          if (child.state === 'ready') return await child.send(request);
        } catch (error) {
          if (!(error instanceof LiteUnavailable && error.outcome === 'not started')) throw error;
        }
        // Either the process is ready soon, or `supervise` replaces it.
        const pause = sleep(20, undefined, { ref: false });
        await (child.state === 'starting' ? Promise.race([child.settled, pause]) : pause);
      }
      throw new LiteUnavailable('not started');
    },
    async close() {
      isClosed = true;
      spare?.kill();
      await Promise.all([current.close(STOP_WITHIN_MS), spare?.ended]);
    },
  };
}
