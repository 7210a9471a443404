import { AsyncLocalStorage } from 'node:async_hooks';

interface AskingRequest {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const asking = new AsyncLocalStorage<AskingRequest>();

/** The current request, when policies need its headers; otherwise undefined. */
export const askingRequest = () => asking.getStore();

/** Runs a request so that policies can read its headers. Only with a beta session: it costs five queries. */
export function withHeaders<T>(request: Request, work: () => Promise<T>): Promise<T> {
  if (!request.headers.has('x-beta-session')) return work();
  const requestHeaders = Object.fromEntries(request.headers);
  return asking.run({ method: request.method, path: new URL(request.url).pathname, requestHeaders }, work);
}
