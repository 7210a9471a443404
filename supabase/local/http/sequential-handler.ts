import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KeyedLimit } from './keyed-limit.ts';
import type { CallerAddress } from './caller-address.ts';

/** Pipelined requests that may wait on one connection. Browsers and proxies do not pipeline. */
const MAX_WAITING = 10;
/** Bytes of complete responses that one address may leave unread. */
const MAX_UNSENT = 64 * 1024 * 1024;

type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Processes one request of a connection at a time: HTTP/1.1 requires responses in the order of the requests. Also, a connection
 * then holds the memory of only one response, however many requests it pipelines. A client that pipelines too much,
 * or leaves too much unread, is disconnected.
 */
export function createSequentialHandler(
  addressOf: CallerAddress,
  answer: Answer,
): (...exchange: Parameters<Answer>) => void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const unsent = new KeyedLimit(MAX_UNSENT);

  const begin = (req: IncomingMessage, res: ServerResponse): void => {
    // The response is complete, so all its unread bytes are in memory.
    res.once('prefinish', () => {
      const address = addressOf(req);
      const bytes = res.writableLength;
      if (unsent.acquire(address, bytes)) res.once('close', () => unsent.release(address, bytes));
      else req.socket.destroy();
    });
    void answer(req, res).catch(() => res.destroy());
  };

  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    const queue = waiting.get(socket);
    res.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next) next();
      else waiting.delete(socket);
    });
    if (!queue) {
      waiting.set(socket, []);
      begin(req, res);
    } else if (queue.length < MAX_WAITING) {
      queue.push(() => {
        if (!socket.destroyed) begin(req, res);
      });
    } else {
      socket.destroy();
    }
  };
}
