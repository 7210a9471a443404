import type { IncomingMessage, ServerResponse } from 'node:http';
import { KeyedLimit } from './keyed-limit.ts';
import type { CallerAddress } from './caller-address.ts';
import { HttpError } from './http-error.ts';

/** Time limit for receiving a body. The slowest usual connection needs a few seconds. */
const BODY_MS = 30_000;
/** Maximum bytes of bodies that are held for one address. A body is held until its response is closed. */
const MAX_HELD = 64 * 1024 * 1024;

/**
 * Maximum chunks of one body. A body of 2 MiB in packets of about 500 bytes has 4,000 chunks, but a hostile sender may send
 * each byte as a chunk.
 */
const MAX_CHUNKS = 10_000;

/** @throws HttpError 413 beyond `limit` bytes or `MAX_CHUNKS` chunks, 408 after `BODY_MS`, 429 if the address's bodies exceed `MAX_HELD` */
export type ReadBody = (req: IncomingMessage, res: ServerResponse, limit: number) => Promise<Buffer>;

export function createBodyReader(addressOf: CallerAddress): ReadBody {
  const held = new KeyedLimit(MAX_HELD);
  return async (req, res, limit) => {
    const late = new HttpError(408, 'Request timeout', 'The request did not come in time.', { connection: 'close' });
    const timer = setTimeout(() => req.destroy(late), BODY_MS);
    const address = addressOf(req);
    let heldBytes = 0;
    res.once('close', () => held.release(address, heldBytes));
    const hold = (bytes: number): boolean => {
      // After the response has closed nothing would release the bytes.
      if (res.closed || !held.acquire(address, bytes)) return false;
      heldBytes += bytes;
      return true;
    };
    try {
      return await readAll(req, limit, hold);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readAll(req: IncomingMessage, limit: number, hold: (bytes: number) => boolean): Promise<Buffer> {
  const close = { connection: 'close' };
  const tooLarge = () => new HttpError(413, 'Payload too large', `The request is larger than ${limit} bytes.`, close);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Keep the connection open, or the client would not receive the refusal.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > limit) throw tooLarge();
    if (chunks.length === MAX_CHUNKS)
      throw new HttpError(413, 'Payload too large', 'The request comes in too many pieces.', close);
    if (!hold(bytes.length))
      throw new HttpError(429, 'Too many requests', 'Too much is sent from your address at once.', {
        ...close,
        'retry-after': '5',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
