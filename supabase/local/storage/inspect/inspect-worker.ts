import { parentPort } from 'node:worker_threads';
import { inspectFile, type FileToInspect } from './inspect-file.ts';

export type InspectReply = { readonly verdict: Awaited<ReturnType<typeof inspectFile>> } | { readonly fault: string };

const port = parentPort;
port?.on('message', (file: FileToInspect) => {
  inspectFile(file).then(
    (verdict) => port.postMessage({ verdict } satisfies InspectReply),
    (error: unknown) => port.postMessage({ fault: String(error) } satisfies InspectReply),
  );
});
