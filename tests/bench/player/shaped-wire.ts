import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WireShape {
  readonly roundTripMs: number;
  /** Bandwidth towards the browser, shared by all connections. */
  readonly bytesPerSecond: number;
}

export interface ShapedWire {
  readonly port: number;
  /** Applies from now on; null removes all limits. */
  shape(shape: WireShape | null): void;
  close(): Promise<void>;
}

/** Opens a TCP proxy to a local port, with the latency and bandwidth of a slow network. */
export async function openShapedWire(targetPort: number): Promise<ShapedWire> {
  const sockets = new Set<Socket>();
  let current: WireShape | null = null;
  /** Monotonic time at which the line is free again, in ms. */
  let freeAt = 0;

  const delay = (isTowardsBrowser: boolean) => {
    let last: Promise<unknown> = Promise.resolve();
    return new Transform({
      transform(piece: Buffer, _, done) {
        const now = performance.now();
        if (!current) return done(null, piece);
        let leavesAt = now;
        if (isTowardsBrowser) {
          freeAt = Math.max(freeAt, now) + (piece.length / current.bytesPerSecond) * 1000;
          leavesAt = freeAt;
        }
        last = Promise.all([last, sleep(leavesAt + current.roundTripMs / 2 - now)]).then(() => this.push(piece));
        // The line accepts the next chunk when this one has left, not when it has arrived.
        setTimeout(done, leavesAt - now);
      },
      flush(done) {
        void last.finally(done);
      },
    });
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: targetPort, host: 'localhost', noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(delay(false)).pipe(upstream);
    upstream.pipe(delay(true)).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    shape(next) {
      current = next;
      freeAt = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
