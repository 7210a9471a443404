import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../http/loopback.ts';
import type { PublicAddress } from '../http/public-address.ts';
import type { Exchange } from '../http/router.ts';

/** What proxies, tunnels and content networks add to a request that they pass on. */
const proxyHeaders =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|(x-)?(true-)?client-ip|x-cluster-client-ip|x-original-.+|(cf|fastly|fly|ngrok|tailscale|x-envoy|x-azure|x-appengine)-.+)$/;

const COOKIE = 'mailbox_key';

/** Who may read the mails of this machine. Their links sign people in. */
export interface MailboxAccess {
  /** The address to open the mailbox at, with the key when it asks for one. */
  readonly address: string;
  /** Whether the request may read. */
  allows(exchange: Exchange): boolean;
  /** The header that keeps the key for a browser; null when the request did not bring it in its address. */
  cookieFor(exchange: Exchange): string | null;
}

export interface MailboxAccessOptions {
  readonly key: string;
  /** The address that the server listens on. */
  readonly host: string;
  /** Where people reach the server. */
  readonly publicAddress: PublicAddress;
}

/**
 * A server that only this machine reaches shows the mails to it without a key. One that listens to others, or is
 * known to them by another address and so stands behind a proxy, shows them for the key alone.
 */
export function createMailboxAccess({ key, host, publicAddress }: MailboxAccessOptions): MailboxAccess {
  const { origin } = publicAddress;
  const isPrivate = isLoopback(host) && isLoopback(new URL(origin).hostname);
  const isKey = (text: string | null | undefined) => typeof text === 'string' && isSame(text, key);
  const keyInAddress = ({ url }: Exchange) => isKey(url.searchParams.get('key'));
  return {
    address: isPrivate ? `${origin}/mailbox` : `${origin}/mailbox?key=${key}`,
    allows: (exchange) =>
      keyInAddress(exchange) || isKey(cookieOf(exchange.req)) || (isPrivate && isFromThisMachine(exchange.req)),
    cookieFor(exchange) {
      if (!keyInAddress(exchange)) return null;
      const secure = origin.startsWith('https:') ? '; Secure' : '';
      return `${COOKIE}=${key}; Path=/mailbox; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

/**
 * Whether a program of this machine asks, for itself, under a name of this machine: not for somebody behind a proxy, and not
 * a page of a stranger whose domain was pointed here.
 */
function isFromThisMachine(req: IncomingMessage): boolean {
  const name = /^(.+?)(:\d{1,5})?$/.exec(req.headers.host ?? '')?.[1] ?? '';
  return (
    isLoopback(req.socket.remoteAddress ?? '') &&
    isLoopback(name) &&
    // No browser speaks 1.0, but proxies do that tell nothing else of themselves.
    req.httpVersion === '1.1' &&
    !Object.keys(req.headers).some((header) => proxyHeaders.test(header))
  );
}

function cookieOf(req: IncomingMessage): string | undefined {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}

/** Equal digests: how long the comparison takes says nothing of the key. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
