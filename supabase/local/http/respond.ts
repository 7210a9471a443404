import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Smallest body in bytes that is compressed. Compressing a smaller one costs more than it saves. */
const WORTH_PACKING = 2048;

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end(text);
}

export function toWebRequest(req: IncomingMessage, url: URL, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item);
  }
  const method = req.method ?? 'GET';
  const bare = method === 'GET' || method === 'HEAD';
  return new Request(url, { method, headers, ...(bare || body.length === 0 ? {} : { body: new Uint8Array(body) }) });
}

export async function sendWebResponse(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  const headers: Record<string, string | string[]> = { 'x-content-type-options': 'nosniff' };
  response.headers.forEach((value, name) => (headers[name] = value));
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // Audio is long, so it is streamed.
  if (response.headers.get('content-type') === 'audio/mpeg' && response.body !== null) {
    res.writeHead(response.status, headers);
    if (req.method === 'HEAD') {
      await response.body.cancel();
      res.end();
      return;
    }
    // A player that skips to the next track drops the connection, which is no error.
    await pipeline(response.body, res).catch((error: unknown) => {
      if (!res.destroyed && !req.destroyed) throw error;
    });
    return;
  }
  let body: Buffer = Buffer.from(await response.arrayBuffer());
  const packable =
    (response.headers.get('content-type') ?? '').includes('json') && !response.headers.has('content-encoding');
  if (packable && body.length >= WORTH_PACKING && /\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) {
    body = await compress(body, { level: 4 });
    headers['content-encoding'] = 'gzip';
    headers['vary'] = 'accept-encoding';
  }
  if (req.method !== 'HEAD' || body.length > 0) headers['content-length'] = String(body.length);
  if (response.status === 204 || response.status === 304) delete headers['content-length'];
  res.writeHead(response.status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
