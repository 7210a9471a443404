import { Worker } from 'node:worker_threads';
import type { Failed, Inspected, Rendered, RenderOrder, StudioAnswer, StudioJob } from './studio-jobs.ts';

/** A job takes milliseconds; one that takes this long hangs. */
const PATIENCE_MS = 15_000;

/** Decodes, resamples and encodes away from the thread that answers requests. One job at a time. */
export interface Studio {
  inspect(path: string): Promise<Inspected | Failed>;
  render(order: RenderOrder): Promise<Rendered | Failed>;
  close(): Promise<void>;
}

/** The thread starts with the first job. One that breaks or hangs over a file is replaced at the next. */
export function openStudio(): Studio {
  let worker: Worker | null = null;
  let isClosed = false;
  const ask = async (job: StudioJob): Promise<StudioAnswer> => {
    if (isClosed) return { kind: 'failed', reason: 'the station is closed' };
    worker ??= startWorker();
    try {
      return await answerOf(worker, job);
    } catch (error) {
      await worker?.terminate();
      worker = null;
      return { kind: 'failed', reason: `the decoder ${error instanceof Error ? error.message : String(error)}` };
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

function startWorker(): Worker {
  // The decoder writes a line for each damaged frame; the station says once what it leaves out.
  const worker = new Worker(new URL('./studio-worker.mjs', import.meta.url), { execArgv: [], stderr: true });
  worker.stderr.resume();
  worker.unref();
  return worker;
}

/** @throws Error when the thread ends, breaks or hangs */
async function answerOf(worker: Worker, job: StudioJob): Promise<StudioAnswer> {
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
    const timer = setTimeout(() => fail('hung'), PATIENCE_MS);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

function unexpected(answer: StudioAnswer): Failed {
  return { kind: 'failed', reason: `the studio answered ${answer.kind}` };
}
