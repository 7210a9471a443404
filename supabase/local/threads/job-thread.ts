import { Worker } from 'node:worker_threads';

export interface JobThreadOptions {
  readonly script: URL;
  readonly timeoutMs: number;
}

/** A thread for work that may crash or hang. It takes one job at a time: call `run` only after the last job has ended. */
export interface JobThread<Job, Reply> {
  /** @throws Error whose message completes a sentence: 'hung', 'broke: …', 'ended by itself', 'is closed' */
  run(job: Job): Promise<Reply>;
  close(): Promise<void>;
}

/** The thread starts with the first job. After a crash or a hang, the next job starts a new thread. */
export function openJobThread<Job, Reply>({ script, timeoutMs }: JobThreadOptions): JobThread<Job, Reply> {
  let worker: Worker | null = null;
  let isClosed = false;
  const start = (): Worker => {
    const fresh = startWorker(script);
    // A thread may end between two jobs; the next job then starts a new one.
    fresh.once('exit', () => (worker = worker === fresh ? null : worker));
    return fresh;
  };
  return {
    async run(job) {
      if (isClosed) throw new Error('is closed');
      const current = (worker ??= start());
      try {
        return await runJob<Reply>(current, job, timeoutMs);
      } catch (error) {
        await current.terminate();
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

function startWorker(script: URL): Worker {
  // Discard stderr: decoders write a line for each damaged frame, and the caller reports the outcome anyway.
  const worker = new Worker(script, { execArgv: [], stderr: true });
  worker.stderr.resume();
  // Without an 'error' handler, an error between two jobs would end the process.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

/** @throws Error when the thread ends, breaks or hangs */
async function runJob<Reply>(worker: Worker, job: unknown, timeoutMs: number): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (reason: string) => {
      finish();
      reject(new Error(reason));
    };
    const onMessage = (reply: Reply) => {
      finish();
      resolve(reply);
    };
    const onError = (error: unknown) => fail(`broke: ${String(error)}`);
    const onExit = () => fail('ended by itself');
    const timer = setTimeout(() => fail('hung'), timeoutMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}
