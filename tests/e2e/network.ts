import { createServer, type Socket, connect } from 'node:net';

/** A TCP proxy between browser and server, for all requests including the service worker's. */
export interface Wire {
  port: number;
  /** Cuts every connection and refuses new ones. `navigator.onLine` does not notice, as on a train. */
  cut(): void;
  mend(): void;
  /** Keeps connections open, but holds back the server's data until `release`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a local port. */
export async function openWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isHeld = false;
  const pairs = new Set<[near: Socket, far: Socket]>();
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(targetPort, 'localhost');
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Errors are expected after a cut; 'close' destroys the paired socket.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    near.pipe(far);
    if (!isHeld) far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wire has no port');
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
      for (const [near, far] of pairs) far.unpipe(near);
    },
    release() {
      if (!isHeld) return;
      isHeld = false;
      for (const [near, far] of pairs) far.pipe(near);
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
