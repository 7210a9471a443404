import { parentPort } from 'node:worker_threads';
import { judgeFile, type FileToJudge } from './judge-file.ts';

/** The thread's answer: the file's facts, the reason for a refusal, or an error. */
export type Judged = { readonly verdict: Awaited<ReturnType<typeof judgeFile>> } | { readonly fault: string };

const port = parentPort;
port?.on('message', (file: FileToJudge) => {
  judgeFile(file).then(
    (verdict) => port.postMessage({ verdict } satisfies Judged),
    (error: unknown) => port.postMessage({ fault: String(error) } satisfies Judged),
  );
});
