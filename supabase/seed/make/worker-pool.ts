import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileResult } from './file-worker.ts';
import type { FileJob } from './make-file.ts';

export interface WorkerPool {
  make(job: FileJob): Promise<Uint8Array>;
  readonly size: number;
  close(): Promise<void>;
}

export function openWorkerPool(): WorkerPool {
  const size = Math.max(1, Math.min(2, availableParallelism()));
  const idle: Worker[] = [];
  const workers: Worker[] = [];
  return {
    size,
    async make(job) {
      let worker = idle.pop();
      if (worker === undefined) {
        worker = new Worker(new URL('./file-worker.mjs', import.meta.url), { execArgv: [] });
        workers.push(worker);
      }
      const result = await runJob(worker, job);
      idle.push(worker);
      if ('reason' in result) throw new Error(result.reason);
      return result.bytes;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function runJob(worker: Worker, job: FileJob): Promise<FileResult> {
  return await new Promise((resolve, reject) => {
    const finish = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (result: FileResult) => {
      finish();
      resolve(result);
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
