import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../http/loopback.ts';
import type { PublicAddress } from '../http/public-address.ts';
import type { Exchange } from '../http/router.ts';

const proxyHeaders =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|(x-)?(true-)?client-ip|x-cluster-client-ip|x-original-.+|(cf|fastly|fly|ngrok|tailscale|x-envoy|x-azure|x-appengine)-.+)$/;

const COOKIE = 'mailbox_key';

export interface MailboxAccess {
  readonly address: string;
  allows(exchange: Exchange): boolean;
  /** Set-Cookie value that stores the key in the browser. Null unless the request's URL has the key. */
  cookieFor(exchange: Exchange): string | null;
}

export interface MailboxAccessOptions {
  readonly key: string;
  readonly host: string;
  readonly publicAddress: PublicAddress;
}

/**
 * Decides who may read the mailbox. If others may reach the server, perhaps through a proxy, every reader needs the
 * key.
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

/** Whether the request came directly and under a local host name. This excludes proxied requests and DNS rebinding. */
function isFromThisMachine(req: IncomingMessage): boolean {
  const name = /^(.+?)(:\d{1,5})?$/.exec(req.headers.host ?? '')?.[1] ?? '';
  return (
    isLoopback(req.socket.remoteAddress ?? '') &&
    isLoopback(name) &&
    // Browsers use at least HTTP/1.1; some proxies use 1.0 and add no header.
    req.httpVersion === '1.1' &&
    !Object.keys(req.headers).some((header) => proxyHeaders.test(header))
  );
}

function cookieOf(req: IncomingMessage): string | undefined {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}

/** Digests have equal lengths, so timing reveals nothing about the key. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
