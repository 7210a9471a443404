import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

interface AskingRequest {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const asking = new AsyncLocalStorage<AskingRequest>();

/** The request under way whose headers the policies read; undefined when they need not. */
export const askingRequest = () => asking.getStore();

/** Runs a request so that its headers reach the policies; only those with a beta session, to spare the others five queries. */
export function withHeaders<T>(req: IncomingMessage, path: string, work: () => Promise<T>): Promise<T> {
  if (req.headers['x-beta-session'] === undefined) return work();
  const requestHeaders = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  return asking.run({ method: req.method ?? 'GET', path, requestHeaders }, work);
}
