import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AddressCount } from './address-count.ts';
import type { CallerAddress } from './caller-address.ts';

/** Requests that wait on a connection for the answer before theirs. Browsers and proxies send none before they have it. */
const MOST_WAITING = 10;
/** Bytes of whole answers that one address has not taken yet; what is streamed waits by itself. */
const MOST_UNSENT = 64 * 1024 * 1024;

type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Answers the requests of a connection one after another, as HTTP/1.1 sends them anyway: of thousands that come in one packet only
 * one is worked on, and its answer alone is in memory. Whoever sends many without reading, or reads none of much, is cut.
 */
export function createTurnTaking(addressOf: CallerAddress, answer: Answer): (...exchange: Parameters<Answer>) => void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const unsent = new AddressCount(MOST_UNSENT);

  const begin = (req: IncomingMessage, res: ServerResponse): void => {
    // Its last byte is given, and whatever of it the other side has not taken is in memory.
    res.once('prefinish', () => {
      const address = addressOf(req);
      const bytes = res.writableLength;
      if (unsent.take(address, bytes)) res.once('close', () => unsent.release(address, bytes));
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
    } else if (queue.length < MOST_WAITING) {
      queue.push(() => {
        if (!socket.destroyed) begin(req, res);
      });
    } else {
      socket.destroy();
    }
  };
}
