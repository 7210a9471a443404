import type { IncomingMessage } from 'node:http';
import { bearerIn } from '../../functions/_shared/bearer.ts';
import { HttpError } from '../http/http-error.ts';
import { isForThisMachine, isFromThisMachine } from '../http/local-access.ts';
import { isSameKey } from '../http/same-key.ts';
import type { PublicAddress } from '../http/public-address.ts';
import type { Exchange } from '../http/router.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsHandlerOptions {
  readonly metrics: Metrics;
  readonly key: string;
  readonly host: string;
  readonly publicAddress: PublicAddress;
  readonly readFigures: () => Promise<void>;
}

/** Answers `/metrics` for Prometheus. Requires the key, except from this machine if no other machine can reach the server. */
export function createMetricsHandler(options: MetricsHandlerOptions): (exchange: Exchange) => Promise<void> {
  const { metrics, key, readFigures } = options;
  const isPrivate = isForThisMachine(options.host, options.publicAddress);
  const isAllowed = (req: IncomingMessage): boolean => {
    const bearer = bearerIn(req.headers.authorization);
    return bearer === null ? isPrivate && isFromThisMachine(req) : isSameKey(bearer, key);
  };
  return async ({ req, res, url }) => {
    if (!isAllowed(req))
      throw new HttpError(
        401,
        'Unauthorized',
        'Send "metricsKey" of keys.json as a bearer token. Only a server without HOST and PUBLIC_URL needs none, on the machine itself.',
        { 'www-authenticate': 'Bearer' },
      );
    if (url.pathname !== '/metrics') throw new HttpError(404, 'Not found', 'There is nothing at this address.');
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new HttpError(405, 'Method not allowed', 'Use GET.', { allow: 'GET, HEAD' });
    await readFigures();
    const text = await metrics.registry.metrics();
    res.writeHead(200, { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : text);
  };
}
