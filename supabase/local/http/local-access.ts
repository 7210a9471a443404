import type { IncomingMessage } from 'node:http';
import { isLoopback } from './loopback.ts';
import type { PublicAddress } from './public-address.ts';

const proxyHeaders =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|(x-)?(true-)?client-ip|x-cluster-client-ip|x-original-.+|(cf|fastly|fly|ngrok|tailscale|x-envoy|x-azure|x-appengine)-.+)$/;

/** Whether only this machine is meant to reach the server. If not, a proxy may make other machines' requests look local. */
export function isForThisMachine(host: string, { origin }: PublicAddress): boolean {
  return isLoopback(host) && isLoopback(new URL(origin).hostname);
}

/** Whether the request came directly and under a local host name. This excludes proxied requests and DNS rebinding. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const name = /^(.+?)(:\d{1,5})?$/.exec(req.headers.host ?? '')?.[1] ?? '';
  return (
    isLoopback(req.socket.remoteAddress ?? '') &&
    isLoopback(name) &&
    // Browsers use at least HTTP/1.1; some proxies use 1.0 and add no header.
    req.httpVersion === '1.1' &&
    !Object.keys(req.headers).some((header) => proxyHeaders.test(header))
  );
}
