import { createServer, type Socket, connect } from 'node:net';

/** A proxy that simulates outages between browser and server, also for the service worker's requests. */
export interface Wire {
  port: number;
  /** Closes every connection and refuses new ones. `navigator.onLine` stays true. */
  cut(): void;
  mend(): void;
  /** Holds back the server's bytes until `release`. Requests still arrive. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export async function openWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isHeld = false;
  const pairs = new Set<[client: Socket, upstream: Socket]>();
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
    release() {
      if (!isHeld) return;
      isHeld = false;
      for (const [client, upstream] of pairs) upstream.pipe(client);
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
