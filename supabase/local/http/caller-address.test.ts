import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createCallerAddress, readTrustedProxies } from './caller-address.ts';

function request(remote: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remote });
  const req = new IncomingMessage(socket);
  if (forwarded !== undefined) req.headers['x-forwarded-for'] = forwarded;
  return req;
}

it('trusts no header unless trusted proxies are configured', () => {
  const address = createCallerAddress(0);
  expect(address(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  expect(address(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
});

it('takes the address that the outermost trusted proxy adds, and ignores everything left of it', () => {
  expect(createCallerAddress(1)(request('127.0.0.1', '198.51.100.1, 203.0.113.9'))).toBe('203.0.113.9');
  expect(createCallerAddress(2)(request('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2'))).toBe('203.0.113.9');
});

it("falls back to the connection's address when the header is missing, too short or no address", () => {
  for (const header of [undefined, '', 'unknown', '203.0.113.9:80', '<script>'])
    expect(createCallerAddress(1)(request('127.0.0.1', header))).toBe('127.0.0.1');
  expect(createCallerAddress(3)(request('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1');
});

it('counts an IPv6 /64 network as one caller', () => {
  const address = createCallerAddress(0);
  expect(address(request('2001:db8:0:1::5'))).toBe('2001:db8:0:1::/64');
  expect(address(request('2001:db8:0:1:ffff:1:2:3'))).toBe('2001:db8:0:1::/64');
  expect(address(request('2001:0db8::1'))).toBe('2001:db8:0:0::/64');
  expect(address(request('::1'))).toBe('0:0:0:0::/64');
});

it('refuses an invalid number of proxies', () => {
  expect(readTrustedProxies(undefined)).toBe(0);
  expect(readTrustedProxies('2')).toBe(2);
  for (const text of ['yes', '-1', '1.5', '11']) expect(() => readTrustedProxies(text)).toThrow(/TRUST_PROXY/);
});
