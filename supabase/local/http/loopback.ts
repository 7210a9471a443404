import { isIPv4 } from 'node:net';

/** Whether a host name or address is a loopback address, by its text alone, without DNS. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name === '::1') return true;
  const ip = name.replace(/^::ffff:/, '');
  return isIPv4(ip) && ip.startsWith('127.');
}
