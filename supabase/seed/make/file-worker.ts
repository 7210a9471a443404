import { parentPort } from 'node:worker_threads';
import { makeFile, type FileJob } from './make-file.ts';

export type FileResult = { readonly bytes: Uint8Array } | { readonly reason: string };

const port = parentPort;
port?.on('message', (job: FileJob) => {
  makeFile(job).then(
    (bytes) => port.postMessage({ bytes } satisfies FileResult),
    (error: unknown) => port.postMessage({ reason: String(error) } satisfies FileResult),
  );
});
