import { AsyncLocalStorage } from 'node:async_hooks';

interface AskingRequest {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const asking = new AsyncLocalStorage<AskingRequest>();

/** The request under way whose headers the policies read; undefined when they need not. */
export const askingRequest = () => asking.getStore();

/** Runs a request so that its headers reach the policies; only those with a beta session, to spare the others five queries. */
export function withHeaders<T>(request: Request, work: () => Promise<T>): Promise<T> {
  if (!request.headers.has('x-beta-session')) return work();
  const requestHeaders = Object.fromEntries(request.headers);
  return asking.run({ method: request.method, path: new URL(request.url).pathname, requestHeaders }, work);
}
