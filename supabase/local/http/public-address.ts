import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { StartError } from '../start-error.ts';
import { isLoopback } from './loopback.ts';
import { requestUrl } from './request-url.ts';

export interface PublicAddress {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Whether the operator set `PUBLIC_URL`. */
  readonly isChosen: boolean;
}

/** Reads `PUBLIC_URL`; without it the address is that of this machine. @throws StartError unless it is an http or https origin */
export function readPublicAddress(text: string | undefined, port: number): PublicAddress {
  if (text === undefined) return { origin: `http://localhost:${port}`, isChosen: false };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && url.href === `${url.origin}/`) return { origin: url.origin, isChosen: true };
  throw new StartError(`PUBLIC_URL must be an address like https://music.example.com, without a path, not ${text}.`);
}

/**
 * The origin for URLs in a response that only the caller gets. It is the public address; without PUBLIC_URL, a Host header that
 * names this machine replaces it.
 */
export function originFor(req: IncomingMessage, { origin, isChosen }: PublicAddress): string {
  const requested = isChosen || req.headers.host === undefined ? null : requestUrl(req);
  return requested && isThisMachine(requested.hostname) ? requested.origin : origin;
}

/** Whether a host is a name or address of this machine. A stranger's domain that resolves to it does not count. */
function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  const ownName = hostname().toLowerCase();
  if (isLoopback(name) || name === ownName || name === `${ownName}.local`) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address.toLowerCase() === name));
}
