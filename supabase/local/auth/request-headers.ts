import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

interface AskingRequest {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const asking = new AsyncLocalStorage<AskingRequest>();

/**
 * Lets row policies read `request.headers`, as on hosted Supabase: a guest is known by the header of the beta session (S-1).
 * lite sets it for procedures alone.
 */
export function passHeadersToPolicies(connection: object): void {
  const asCaller: unknown = Reflect.get(connection, 'applyJwtSessionContext');
  const asRequest: unknown = Reflect.get(connection, 'applyRpcRequestGucs');
  if (typeof asCaller !== 'function' || typeof asRequest !== 'function')
    throw new Error('@supabase/lite 0.10 is expected to tell Postgres of its requests');
  Reflect.set(connection, 'applyJwtSessionContext', async (transaction: unknown, ...rest: unknown[]) => {
    await Reflect.apply(asCaller, connection, [transaction, ...rest]);
    const request = asking.getStore();
    if (request) await Reflect.apply(asRequest, connection, [transaction, request]);
  });
}

/** Runs a request so that its headers reach the policies; only those with a beta session, to spare the others five queries. */
export function withHeaders<T>(req: IncomingMessage, path: string, work: () => Promise<T>): Promise<T> {
  if (req.headers['x-beta-session'] === undefined) return work();
  const requestHeaders = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  return asking.run({ method: req.method ?? 'GET', path, requestHeaders }, work);
}
