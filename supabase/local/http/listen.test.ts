import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('counts the connections of one IPv6 network as one address', async () => {
  const listener = await listen(0, '127.0.0.1', { isBehindProxy: false, addressOf: () => '2001:db8:0:1::/64' });
  const refused: string[] = [];
  const sockets = Array.from({ length: 1_001 }, (_, n) =>
    connect({ port: listener.port, host: '127.0.0.1', localAddress: n % 2 === 0 ? '127.0.0.1' : '127.0.0.2' })
      .on('error', () => undefined)
      .on('data', (head: Buffer) => refused.push(head.toString().split('\r\n')[0] ?? '')),
  );
  try {
    await expect.poll(() => refused).toEqual(['HTTP/1.1 429 Too Many Requests']);
  } finally {
    for (const socket of sockets) socket.destroy();
    await listener.close(0);
  }
});

it.each([
  [
    'a URL of 1.5 MB',
    `GET /?a=${'x'.repeat(1_500_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  [
    'a header of 1 MB',
    `GET / HTTP/1.1\r\nHost: x\r\nx-a: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  ['1 MB of NUL bytes', '\u0000'.repeat(1_000_000), '400 Bad Request'],
])('a client that sends %s can read the response, and only its connection ends', async (_what, bytes, status) => {
  const listener = await listen(0, '127.0.0.1', { isBehindProxy: false, addressOf: () => '127.0.0.1' });
  listener.serve(
    (_req, res) => Promise.resolve(void res.end('fine')),
    () => false,
  );
  const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
  const errors: Error[] = [];
  let answer = '';
  socket.on('error', (error) => errors.push(error)).on('data', (part: Buffer) => (answer += part.toString()));
  // The client keeps sending after it receives the refusal.
  const send = (from: number, to: number) =>
    new Promise<void>((done) => socket.write(bytes.slice(from, to), () => done()));
  try {
    await Promise.all([send(0, 100_000), once(socket, 'data')]);
    for (let at = 100_000; at < bytes.length; at += 50_000) await send(at, at + 50_000);
    socket.end();
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(errors).toEqual([]);
    expect(await (await fetch(listener.url)).text()).toBe('fine');
  } finally {
    socket.destroy();
    await listener.close(0);
  }
});
