import { createServer, type Socket, connect } from 'node:net';

/** A proxy that simulates outages between browser and server, also for the service worker's requests. */
export interface Wire {
  port: number;
  /** Closes every connection and refuses new ones. `navigator.onLine` stays true. */
  cut(): void;
  mend(): void;
  /** Holds back the server's bytes until `release`. Requests still arrive. */
  hold(): void;
  /** Holds back the server's bytes on each connection after this many more, until `release`. */
  holdAfter(bytes: number): void;
  release(): void;
  close(): Promise<void>;
}

export async function openWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isHeld = false;
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  /** Bytes after which a connection is held back, set by `holdAfter`; null without a limit. */
  let limit: number | null = null;
  let countings: (() => void)[] = [];
  const countBytes = (client: Socket, upstream: Socket, most: number) => {
    let passed = 0;
    const count = ({ length }: Buffer) => {
      passed += length;
      if (passed < most) return;
      upstream.unpipe(client);
      upstream.pause();
    };
    upstream.on('data', count);
    countings.push(() => upstream.off('data', count));
  };
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(targetPort, 'localhost');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Errors are expected after a cut. 'close' destroys the paired socket.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    client.pipe(upstream);
    if (!isHeld) upstream.pipe(client);
    if (limit !== null) countBytes(client, upstream, limit);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const drop = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: address.port,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    hold() {
      isHeld = true;
      for (const [client, upstream] of pairs) upstream.unpipe(client);
    },
    holdAfter(bytes) {
      limit = bytes;
      for (const [client, upstream] of pairs) countBytes(client, upstream, bytes);
    },
    release() {
      if (!isHeld && limit === null) return;
      isHeld = false;
      limit = null;
      for (const end of countings) end();
      countings = [];
      for (const [client, upstream] of pairs) {
        // A connection below its limit still has its pipe; a second one would double the bytes.
        upstream.unpipe(client);
        upstream.pipe(client);
      }
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
