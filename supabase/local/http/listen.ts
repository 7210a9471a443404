import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StartError, reasonOf } from '../start-error.ts';
import { KeyedLimit } from './keyed-limit.ts';
import { createSequentialHandler } from './sequential-handler.ts';
import type { CallerAddress } from './caller-address.ts';
import { refuseSocket } from './refuse-socket.ts';
import { requestId } from './request-id.ts';

type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;
export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Idle timeout: a slow upload continues as long as bytes arrive. */
const IDLE_MS = 120_000;
/** Time limit for receiving the headers of a request. */
const HEADERS_MS = 20_000;
/** Connections of one address. A household and its phones need dozens; each costs a file handle. */
const MAX_PER_ADDRESS = 1_000;

const STATUS_OF_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export interface ListenOptions {
  /** Whether trusted proxies precede this server. All connections then come from the proxies, so the limit per address does not apply. */
  readonly isBehindProxy: boolean;
  readonly addressOf: CallerAddress;
  /** Called for a connection that is refused before a request is read. */
  readonly onRefused?: (reason: 'too many connections' | 'invalid request') => void;
}

export interface Listener {
  readonly port: number;
  /** For clients on this machine, without a trailing slash. */
  readonly url: string;
  /** Sets the handlers. Until then, a request gets 503, and an upgrade 404. */
  serve(handler: RequestHandler, upgrade: UpgradeHandler): void;
  /** Stops listening, and ends connections that are still open after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** 'localhost' means both loopback addresses: a browser may try either first. */
const addressesOf = (host: string) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);

function ownUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Takes the port before there is a handler (`serve`), so that a busy port is reported at once. @throws StartError */
export async function listen(port: number, host: string, options: ListenOptions): Promise<Listener> {
  // Port 0: the system chooses a port that is free on one loopback address, but may be taken on the other. Then try again.
  for (let attempt = 1; port === 0 && attempt < 5; attempt += 1) {
    try {
      return await listenOn(port, host, options);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
  return await listenOn(port, host, options);
}

async function listenOn(port: number, host: string, options: ListenOptions): Promise<Listener> {
  const { isBehindProxy, addressOf, onRefused = () => undefined } = options;
  let handler: RequestHandler | null = null;
  let onUpgrade: UpgradeHandler | null = null;
  const sockets = new Set<Socket>();
  const answers: Answers = new WeakMap();
  const held = new KeyedLimit(isBehindProxy ? Infinity : MAX_PER_ADDRESS);
  const answer = createSequentialHandler(addressOf, async (req, res) => await handler?.(req, res));
  const servers: Server[] = [];
  let actual = port;
  for (const address of addressesOf(host)) {
    const times = { keepAliveTimeout: 65_000, headersTimeout: HEADERS_MS, requestTimeout: 0 };
    // By default, Node itself refuses a request without a Host header, and our metrics would not count it.
    const settings = { ...times, connectionsCheckingInterval: 5_000, requireHostHeader: false };
    const server = createServer(settings, (req, res) => {
      // A write to a closed response emits an 'error' event, which would end the process if nothing handled it.
      res.on('error', () => undefined);
      answers.set(req.socket, res);
      if (handler) return answer(req, res);
      res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      res.end('{"status":"starting"}');
    });
    // An unknown value of the Expect header may be ignored (RFC 9110, 10.1.1). By default, Node would answer 417.
    server.on('checkExpectation', (req, res) => server.emit('request', req, res));
    server.setTimeout(IDLE_MS);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const address = addressOf({ socket, headers: {} });
      if (held.acquire(address)) return void socket.once('close', () => held.release(address));
      onRefused('too many connections');
      refuseSocket(socket, '429 Too Many Requests');
    });
    server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) =>
      passUpgrade(onUpgrade, req, socket, head),
    );
    refuseInvalidRequests(server, answers, () => onRefused('invalid request'));
    // The machine may lack IPv6; one loopback address is enough.
    try {
      if (!(await bind(server, actual, address, servers.length > 0))) continue;
    } catch (error) {
      for (const bound of servers) bound.close();
      throw error;
    }
    // Accepting may fail, e.g. for lack of file handles; existing connections continue.
    server.on('error', () => undefined);
    servers.push(server);
    const bound = server.address();
    if (bound !== null && typeof bound !== 'string') actual = bound.port;
  }
  if (servers.length === 0) throw new StartError(`Nothing could listen on ${host}.`);
  return {
    port: actual,
    url: ownUrl(host, actual),
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

type Answers = WeakMap<Duplex, ServerResponse>;

function refuseInvalidRequests(server: Server, answers: Answers, onRefused: () => void): void {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports a socket again for each chunk after the first error.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || isAnswered(answers.get(socket))) return void socket.destroy();
    onRefused();
    refuseSocket(socket, STATUS_OF_ERROR[error.code ?? ''] ?? '400 Bad Request');
  });
}

/** Whether no error response may follow: the last response on this connection is incomplete, or announced that the connection closes. */
function isAnswered(answer: ServerResponse | undefined): boolean {
  if (!answer?.headersSent) return false;
  const { httpVersion, headers } = answer.req;
  const isLast = httpVersion === '1.0' || [headers.connection, answer.getHeader('connection')].includes('close');
  return isLast || !answer.writableFinished;
}

function passUpgrade(handler: UpgradeHandler | null, req: IncomingMessage, socket: Duplex, head: Buffer): void {
  // Node removes its own error listener before an upgrade.
  socket.on('error', () => socket.destroy());
  // The idle timeout is for HTTP. The upgraded protocol has its own.
  if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0);
  try {
    if (!handler?.(req, socket, head)) refuseSocket(socket, '404 Not Found', { 'X-Request-Id': requestId(req) });
  } catch {
    socket.destroy();
  }
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
