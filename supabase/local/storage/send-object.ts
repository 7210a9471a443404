import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import type { BlobStore } from './blob-store.ts';
import { dispositionOf } from './bounded-values.ts';
import type { StoredObject } from './object-rows.ts';

export async function sendObject(blobs: BlobStore, object: StoredObject, { req, res, url }: Exchange): Promise<void> {
  const etag = `"${object.version}"`;
  const headers: Record<string, string | number> = {
    'content-type': object.mime,
    etag,
    'last-modified': object.updatedAt.toUTCString(),
    'cache-control': `public, ${object.cacheControl}`,
    'accept-ranges': 'bytes',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const download = url.searchParams.get('download');
  if (download !== null) headers['content-disposition'] = dispositionOf(download);
  if (isUnchanged(req, etag, object.updatedAt)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  const range = rangeApplies(req, etag, object.updatedAt) ? parseRange(req.headers.range, object.bytes) : null;
  if (range === 'unsatisfiable') {
    throw new HttpError(416, 'InvalidRange', 'The range lies outside the object.', {
      'content-range': `bytes */${object.bytes}`,
    });
  }
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 };
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.bytes}`;
  res.writeHead(range ? 206 : 200, { ...headers, 'content-length': end - start + 1 });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  // A player that seeks drops the connection, which is no error.
  await pipeline(createReadStream(blobs.path(object.version), { start, end }), res).catch((error: unknown) => {
    if (!res.destroyed && !req.destroyed) throw error;
  });
}

/** Reads a Range header. Null means the whole object: without a header, for an invalid one, and for several ranges (RFC 9110, 14.2). */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  // A run of spaces must have only one way to match: with two, 15 KB of them would stop the server for minutes.
  const match = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function isUnchanged(req: IncomingMessage, etag: string, changed: Date): boolean {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(changed.getTime() / 1000) * 1000 <= since;
}

/** Whether the requested range may be sent. If If-Range names another version, the range would mix two files. */
function rangeApplies(req: IncomingMessage, etag: string, changed: Date): boolean {
  const condition = req.headers['if-range'];
  if (typeof condition !== 'string') return true;
  return condition === etag || condition === changed.toUTCString();
}
