import type { Duplex } from 'node:stream';

/** Many clients read a refusal only after they have sent all, so the request is drained for this time and up to this many bytes. */
const LINGER_MS = 2_000;
const MAX_DROPPED = 2_000_000;

/**
 * Sends a status and closes the connection. Destroying a socket with unread bytes would reset it and lose the response.
 */
export function refuseSocket(socket: Duplex, status: string, headers: Readonly<Record<string, string>> = {}): void {
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
    if (dropped > MAX_DROPPED) socket.destroy();
  });
  socket.resume();
  const lines = Object.entries({ Connection: 'close', 'Content-Length': '0', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
}
