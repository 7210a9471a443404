import { PRODUCT_NAME } from '../../../src/platform/product.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import type { Listener } from './audience.ts';
import type { Station } from './station.ts';
import { BITRATE, SAMPLE_RATE } from './stream-format.ts';

const headers = {
  'content-type': 'audio/mpeg',
  'cache-control': 'no-store',
  'accept-ranges': 'none',
  'icy-name': PRODUCT_NAME,
  'icy-br': String(BITRATE),
  'icy-sr': String(SAMPLE_RATE),
  'icy-pub': '0',
  'x-content-type-options': 'nosniff',
  // The response is endless, so no request can follow it.
  connection: 'close',
};

/** Sends the live stream. Ignores Range, because the stream has no start. @throws HttpError 503 while off air */
export function sendStream(station: Station, address: string, { req, res }: Pick<Exchange, 'req' | 'res'>): void {
  if (!station.isOnAir()) throw offAir();
  if (req.method === 'HEAD') {
    res.writeHead(200, headers);
    res.end();
    return;
  }
  const listener: Listener = {
    address,
    write: (bytes) => void res.write(bytes),
    unreadBytes: () => res.writableLength,
    end: () => res.end(),
    drop: () => res.destroy(),
  };
  req.socket.setNoDelay(true);
  req.socket.setTimeout(0);
  res.once('close', () => station.leave(listener));
  // The station may write once more to a connection that has just closed. Without an 'error' handler, the failed write would end the process.
  res.on('error', () => station.leave(listener));
  res.writeHead(200, headers);
  res.flushHeaders();
  station.listen(listener);
}

function offAir(): HttpError {
  return new HttpError(
    503,
    'Off air',
    'Nothing is on air now. The radio starts with the first track in its queue, unless an operator has stopped it.',
    {
      'retry-after': '5',
    },
  );
}
