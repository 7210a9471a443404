import { isIPv4 } from 'node:net';

/** Whether a host name or socket address means this machine only, by its text alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name === '::1') return true;
  const ip = name.replace(/^::ffff:/, '');
  return isIPv4(ip) && ip.startsWith('127.');
}
