import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StartError, reasonOf } from '../start-error.ts';

type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;
type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Listener {
  readonly port: number;
  /** The first of the listening servers, for those that attach to it. */
  readonly server: Server;
  /** Sends requests to `handler` from now on; until then the answer is 503. */
  serve(handler: RequestHandler, upgrade: UpgradeHandler): void;
  /** Stops taking connections and cuts those that are left after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** 'localhost' means both loopback addresses, for a browser may try either one first. */
const addressesOf = (host: string) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);

/**
 * Takes the port before anything else is started, so that a busy one is told at once.
 *
 * @param port 0 for a free one
 * @throws StartError when the port is taken or not allowed
 */
export async function listen(port: number, host: string): Promise<Listener> {
  // A free port of one loopback address may be taken on the other.
  for (let attempt = 1; port === 0 && attempt < 5; attempt += 1) {
    try {
      return await listenOn(port, host);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
  return await listenOn(port, host);
}

async function listenOn(port: number, host: string): Promise<Listener> {
  let handler: RequestHandler | null = null;
  let onUpgrade: UpgradeHandler | null = null;
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let actual = port;
  for (const address of addressesOf(host)) {
    const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (req, res) => {
      if (handler) return void handler(req, res);
      res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      res.end('{"status":"starting"}');
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.on('upgrade', (req, socket, head) => (onUpgrade ? onUpgrade(req, socket, head) : socket.destroy()));
    // The machine may have no IPv6; one loopback address is enough.
    try {
      if (!(await bind(server, actual, address, servers.length > 0))) continue;
    } catch (error) {
      for (const bound of servers) bound.close();
      throw error;
    }
    servers.push(server);
    const bound = server.address();
    if (bound !== null && typeof bound !== 'string') actual = bound.port;
  }
  const [first] = servers;
  if (!first) throw new StartError(`Nothing could listen on ${host}.`);
  return {
    port: actual,
    server: first,
    serve: (next, upgrade) => {
      handler = next;
      onUpgrade = upgrade;
    },
    async close(graceMs) {
      const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
      for (const server of servers) server.closeIdleConnections();
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      await Promise.all(closed);
      clearTimeout(timer);
    },
  };
}

async function bind(server: Server, port: number, address: string, optional: boolean): Promise<boolean> {
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(port, address, () => {
        server.off('error', fail);
        done();
      });
    });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(`Port ${port} is not allowed for this user. Choose one above 1023: PORT=8080 npm start`);
    if (optional || code === 'EADDRNOTAVAIL') return false;
    throw new StartError(`Nothing can listen on ${address}:${port}: ${reasonOf(error)}.`);
  }
}
