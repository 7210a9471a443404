import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { StartError } from '../start-error.ts';

/** Identifies the caller of a request for limits: an IPv4 address, or the /64 network of an IPv6 address. */
export type CallerAddress = (req: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}) => string;

/**
 * The number of trusted proxies. With 0, `X-Forwarded-For` is ignored, because anybody can write it.
 * @throws StartError
 */
export function readTrustedProxies(text: string | undefined): number {
  const hops = Number(text || 0);
  if (Number.isInteger(hops) && hops >= 0 && hops <= 10) return hops;
  throw new StartError(`TRUST_PROXY must be the number of proxies before this server, 0 to 10, not ${text}.`);
}

export function createCallerAddress(trustedProxies: number): CallerAddress {
  return (req) => {
    const socketAddress = req.socket.remoteAddress ?? '';
    if (trustedProxies === 0) return counted(socketAddress);
    const forwarded = [req.headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((entry) => entry.trim());
    // Entries further left were written by the client.
    const address = forwarded.at(-trustedProxies) ?? '';
    return counted(isIPv4(address) || isIPv6(address) ? address : socketAddress);
  };
}

/** The address as limits count it: an IPv6 network (/64) is one caller. */
function counted(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address || 'unknown';
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
