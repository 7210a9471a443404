import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerAddress } from '../http/caller-address.ts';
import { requestId } from '../http/request-id.ts';
import { requestUrl } from '../http/request-url.ts';
import type { Metrics } from './metrics.ts';
import type { ActionOf, ServerPart } from './request-class.ts';
import type { RequestLog } from './request-log.ts';

/** A request in progress. The router fills in the fields while it answers. */
export interface WatchedRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  door: ServerPart;
  /** Null until the URL is parsed, and if it cannot be parsed. */
  url: URL | null;
  /** Whether an uncaught error ended the request. */
  isBroken: boolean;
}

export interface RequestWatch {
  /** Call when a request begins. */
  request(watched: WatchedRequest): void;
  /** Call for each upgrade request, with the status of its response; 101 for an accepted socket. */
  upgrade(req: IncomingMessage, door: ServerPart, status: number): void;
}

export interface RequestWatchOptions {
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly actionOf: ActionOf;
  readonly addressOf: CallerAddress;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Status of a request whose client left before the response began. nginx logs the same number. */
const CLIENT_LEFT = 499;

export function createRequestWatch({ metrics, requestLog, actionOf, addressOf }: RequestWatchOptions): RequestWatch {
  const methodOf = ({ method = '' }: IncomingMessage) => (METHODS.has(method) ? method : 'OTHER');
  return {
    request(watched) {
      const { req, res } = watched;
      const startedAt = performance.now();
      const writtenBefore = req.socket.bytesWritten;
      // Read now, because a closed socket has no address.
      const address = addressOf(req);
      metrics.inProgress.inc();
      res.once('close', () => {
        const { door, url } = watched;
        const method = methodOf(req);
        const action = url === null ? '' : actionOf(door, method, url);
        const status = statusOf(watched);
        const ms = performance.now() - startedAt;
        metrics.inProgress.dec();
        metrics.requests.inc({ door, action, status });
        if (action !== 'stream') metrics.durations.observe({ door, action }, ms / 1000);
        const bytes = req.socket.bytesWritten - writtenBefore;
        const isWhole = res.writableFinished;
        requestLog.request({ id: requestId(req), door, action, method, status, ms, bytes, isWhole, address });
      });
    },
    upgrade(req, door, status) {
      const method = methodOf(req);
      const url = requestUrl(req);
      const action = url === null ? '' : actionOf(door, method, url);
      metrics.requests.inc({ door, action, status });
      const size = { ms: 0, bytes: 0, isWhole: true };
      requestLog.request({ id: requestId(req), door, action, method, status, ...size, address: addressOf(req) });
    },
  };
}

function statusOf({ res, isBroken }: WatchedRequest): number {
  if (res.headersSent) return res.statusCode;
  return isBroken ? 500 : CLIENT_LEFT;
}
