import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

export const currentRequest = () => requests.getStore();

/**
 * Lets policies read the headers of a request with a beta session. This costs five queries, so it is not done for other requests.
 */
export function withHeaders<T>(request: Request, work: () => Promise<T>): Promise<T> {
  if (!request.headers.has('x-beta-session')) return work();
  const requestHeaders = Object.fromEntries(request.headers);
  return requests.run({ method: request.method, path: new URL(request.url).pathname, requestHeaders }, work);
}
