import type { Duplex } from 'node:stream';

/** A refusal is read after what was sent before it: so long (ms) and so many bytes the rest of a request is taken and dropped. */
const LINGER_MS = 2_000;
const MOST_DROPPED = 2_000_000;

/**
 * Answers with a status line such as '401 Unauthorized' and nothing else, and closes. The socket goes on reading until the
 * other end closes: destroyed with bytes unread it would be reset, and the other end would lose the answer.
 */
export function refuseSocket(socket: Duplex, status: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  let dropped = 0;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > MOST_DROPPED) socket.destroy();
  });
  socket.resume();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
