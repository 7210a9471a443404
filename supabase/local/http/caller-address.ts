import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { StartError } from '../start-error.ts';

/** From whose address a request or a connection came, in the form in which addresses are counted. */
export type CallerAddress = (req: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}) => string;

/**
 * Reads `TRUST_PROXY`: how many proxies of one's own stand before this server, each of which adds the address that it was asked
 * from to `X-Forwarded-For`. Without one no header says anything of an address: anybody can write one.
 *
 * @throws StartError for what is no number from 0 to 10
 */
export function readTrustedProxies(text: string | undefined): number {
  const hops = Number(text || 0);
  if (Number.isInteger(hops) && hops >= 0 && hops <= 10) return hops;
  throw new StartError(`TRUST_PROXY must be the number of proxies before this server, 0 to 10, not ${text}.`);
}

/** The address of the connection, or the one that the outermost trusted proxy was asked from. */
export function createCallerAddress(trustedProxies: number): CallerAddress {
  return (req) => {
    const own = req.socket.remoteAddress ?? '';
    if (trustedProxies === 0) return counted(own);
    const told = [req.headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((one) => one.trim());
    // Whatever stands further left was written by the other side.
    const address = told.at(-trustedProxies) ?? '';
    return counted(isIPv4(address) || isIPv6(address) ? address : own);
  };
}

/** One name for each caller: IPv4 as such, of IPv6 the 64 bits that a network gives to one of its own. */
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
