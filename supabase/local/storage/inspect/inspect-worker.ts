import { parentPort } from 'node:worker_threads';
import { judgeFile, type FileToJudge } from './judge-file.ts';

/** What the thread answers to a file: what it is, why it is not taken, or what broke over it. */
export type Judged = { readonly verdict: Awaited<ReturnType<typeof judgeFile>> } | { readonly fault: string };

const port = parentPort;
port?.on('message', (file: FileToJudge) => {
  judgeFile(file).then(
    (verdict) => port.postMessage({ verdict } satisfies Judged),
    (error: unknown) => port.postMessage({ fault: String(error) } satisfies Judged),
  );
});
