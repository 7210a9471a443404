import type { IncomingMessage } from 'node:http';
import { isForThisMachine, isFromThisMachine } from '../http/local-access.ts';
import { isSameKey } from '../http/same-key.ts';
import type { PublicAddress } from '../http/public-address.ts';
import type { Exchange } from '../http/router.ts';

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
  const isPrivate = isForThisMachine(host, publicAddress);
  const isKey = (text: string | null | undefined) => typeof text === 'string' && isSameKey(text, key);
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

function cookieOf(req: IncomingMessage): string | undefined {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}
