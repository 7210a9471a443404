import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileResult } from './file-worker.ts';
import type { FileJob } from './make-file.ts';

/** Worker threads that generate one file at a time each. They start with the first file, and must be closed. */
export interface FileMakers {
  make(job: FileJob): Promise<Uint8Array>;
  /** Number of files generated concurrently. */
  readonly width: number;
  close(): Promise<void>;
}

export function openFileMakers(): FileMakers {
  const width = Math.max(1, Math.min(2, availableParallelism()));
  const idle: Worker[] = [];
  const all: Worker[] = [];
  return {
    width,
    async make(job) {
      let worker = idle.pop();
      if (worker === undefined) {
        worker = new Worker(new URL('./file-worker.mjs', import.meta.url), { execArgv: [] });
        all.push(worker);
      }
      const answer = await ask(worker, job);
      idle.push(worker);
      if ('reason' in answer) throw new Error(answer.reason);
      return answer.bytes;
    },
    async close() {
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}

async function ask(worker: Worker, job: FileJob): Promise<FileResult> {
  return await new Promise((resolve, reject) => {
    const finish = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (answer: FileResult) => {
      finish();
      resolve(answer);
    };
    const onError = (error: unknown) => {
      finish();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onExit = (code: number) => {
      finish();
      reject(new Error(`The thread ended with code ${code}`));
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}
