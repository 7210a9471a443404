import type { IncomingMessage } from 'node:http';

/** The URL of a request; null when it is invalid. Do not trust its host: it comes from the Host header. */
export function requestUrl(req: IncomingMessage): URL | null {
  const host = /^[\w.:[\]-]+$/.test(req.headers.host ?? '') ? req.headers.host : 'localhost';
  // Strip a host from an absolute URL (proxies send them) and leading slashes, since '//x' would parse as a host.
  const path = (req.url ?? '/').replace(/^https?:\/\/[^/?#\\]*/i, '').replace(/^[/\\]*/, '/');
  const address = `http://${host}${path}`;
  return URL.canParse(address) ? new URL(address) : null;
}
