import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

/** True for names that only this machine or its own network can mean, never a stranger's domain pointed at us. */
export function isOwnHost(name: string): boolean {
  const host = name.toLowerCase().replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local')) return true;
  if (host === '127.0.0.1' || host === '::1' || host === hostname().toLowerCase()) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address.toLowerCase() === host));
}

/**
 * The origin the browser used, from the Host header; null when the header is missing, malformed or names a host that is not
 * this machine (so that no e-mail link can be turned to a stranger's server, and no rebound domain reads the mailbox).
 */
export function ownOrigin(req: IncomingMessage): string | null {
  const host = req.headers.host;
  if (host === undefined || !/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host)) return null;
  const url = new URL(`http://${host}`);
  return isOwnHost(url.hostname) ? url.origin : null;
}
