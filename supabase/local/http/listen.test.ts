import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('counts the connections of a network as those of one address', async () => {
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
