import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { StartError } from '../start-error.ts';
import { isLoopback } from './loopback.ts';
import { requestUrl } from './request-url.ts';

/** Where people reach this server. */
export interface PublicAddress {
  /** Origin, without a slash at the end. The only one that a mail leads to. */
  readonly origin: string;
  /** False for the default, which nobody chose. */
  readonly isChosen: boolean;
}

/**
 * Reads `PUBLIC_URL`; without one it is this machine's own address.
 *
 * @throws StartError for what is no origin of the web
 */
export function readPublicAddress(text: string | undefined, port: number): PublicAddress {
  if (text === undefined) return { origin: `http://localhost:${port}`, isChosen: false };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && url.href === `${url.origin}/`) return { origin: url.origin, isChosen: true };
  throw new StartError(`PUBLIC_URL must be an address like https://music.example.com, without a path, not ${text}.`);
}

/**
 * The origin that a caller is told for the addresses in its own answer: the chosen one, else the one it used to get here. The
 * Host header is believed only when it names this machine, and nothing that reaches anybody else is made of it.
 */
export function originFor(req: IncomingMessage, { origin, isChosen }: PublicAddress): string {
  const asked = isChosen || req.headers.host === undefined ? null : requestUrl(req);
  return asked && isThisMachine(asked.hostname) ? asked.origin : origin;
}

/** Names and addresses that mean this machine here, and no stranger's domain that points to it. */
function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  const own = hostname().toLowerCase();
  if (isLoopback(name) || name === own || name === `${own}.local`) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address.toLowerCase() === name));
}
