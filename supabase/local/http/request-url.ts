import type { IncomingMessage } from 'node:http';

/** The address of a request, or null when it cannot be read. Its host is only as good as the Host header. */
export function requestUrl(req: IncomingMessage): URL | null {
  const host = /^[\w.:[\]-]+$/.test(req.headers.host ?? '') ? req.headers.host : 'localhost';
  // Proxies may name the host in the address too. A path that begins with two slashes would else be taken for a host.
  const path = (req.url ?? '/').replace(/^https?:\/\/[^/?#\\]*/i, '').replace(/^[/\\]*/, '/');
  const address = `http://${host}${path}`;
  return URL.canParse(address) ? new URL(address) : null;
}
