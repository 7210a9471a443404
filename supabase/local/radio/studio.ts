import { Worker } from 'node:worker_threads';
import type { Failed, Inspected, Rendered, RenderOrder, StudioAnswer, StudioJob } from './studio-jobs.ts';

export interface StudioOptions {
  /** The thread's program. */
  readonly script?: URL;
  /** A job takes milliseconds; one that takes this long hangs. 15 s when left out. */
  readonly patienceMs?: number;
}

/** Decodes, resamples and encodes away from the thread that answers requests. One job at a time. */
export interface Studio {
  inspect(path: string): Promise<Inspected | Failed>;
  render(order: RenderOrder): Promise<Rendered | Failed>;
  close(): Promise<void>;
}

/** The thread starts with the first job. One that breaks or hangs over a file is replaced at the next. */
export function openStudio({
  script = new URL('./studio-worker.mjs', import.meta.url),
  patienceMs = 15_000,
}: StudioOptions = {}): Studio {
  let worker: Worker | null = null;
  let isClosed = false;
  const begin = (): Worker => {
    const fresh = startWorker(script);
    // One that ends between two jobs is not asked again.
    fresh.once('exit', () => (worker = worker === fresh ? null : worker));
    return fresh;
  };
  const ask = async (job: StudioJob): Promise<StudioAnswer> => {
    if (isClosed) return threadFailed('the station is closed');
    const current = (worker ??= begin());
    try {
      return await answerOf(current, job, patienceMs);
    } catch (error) {
      await current.terminate();
      return threadFailed(`the decoder ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    async inspect(path) {
      const answer = await ask({ kind: 'inspect', path });
      return answer.kind === 'rendered' ? unexpected(answer) : answer;
    },
    async render(order) {
      const answer = await ask({ kind: 'render', ...order });
      return answer.kind === 'inspected' ? unexpected(answer) : answer;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

function startWorker(script: URL): Worker {
  // The decoder writes a line for each damaged frame; the station says once what it leaves out.
  const worker = new Worker(script, { execArgv: [], stderr: true });
  worker.stderr.resume();
  // Without a listener an error between two jobs would end the whole process.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

/** @throws Error when the thread ends, breaks or hangs */
async function answerOf(worker: Worker, job: StudioJob, patienceMs: number): Promise<StudioAnswer> {
  return await new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (reason: string) => {
      finish();
      reject(new Error(reason));
    };
    const onMessage = (answer: StudioAnswer) => {
      finish();
      resolve(answer);
    };
    const onError = (error: unknown) => fail(`broke: ${String(error)}`);
    const onExit = () => fail('ended by itself');
    const timer = setTimeout(() => fail('hung'), patienceMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

function unexpected(answer: StudioAnswer): Failed {
  return threadFailed(`the studio answered ${answer.kind}`);
}

function threadFailed(reason: string): Failed {
  return { kind: 'failed', reason, blame: 'thread' };
}
