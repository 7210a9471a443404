import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Exchange } from '../http/router.ts';
import { acceptsEncoding, hasTag, packings, type Encoding } from './conditions.ts';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** Brotli's quality, below its maximum of 11: a client waits while the page is compressed. */
const QUALITY = 5;

/** Sends a page that was made for this request, compressed and with an ETag. */
export async function sendPage(
  { req, res }: Exchange,
  html: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const encoding = packings.find(({ name }) => acceptsEncoding(req, name))?.name ?? null;
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  const etag = `"${digest}${encoding === null ? '' : `-${encoding}`}"`;
  const tagged = { ...headers, etag };
  if (hasTag(req, etag)) {
    res.writeHead(304, tagged);
    res.end();
    return;
  }
  const body = await pack(html, encoding);
  res.writeHead(200, {
    ...tagged,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

async function pack(html: string, encoding: Encoding | null): Promise<Buffer> {
  const bytes = Buffer.from(html);
  if (encoding === 'br') return await packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return encoding === 'gzip' ? await packGzip(bytes) : bytes;
}
