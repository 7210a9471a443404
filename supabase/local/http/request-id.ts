import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ids = new WeakMap<IncomingMessage, string>();

/** Identifies a request in logs and, as `X-Request-Id`, in its response. A client's own id is ignored: it could be forged. */
export function requestId(req: IncomingMessage): string {
  const id = ids.get(req) ?? randomBytes(8).toString('hex');
  ids.set(req, id);
  return id;
}
