/** Byte offsets in a file. `end` is exclusive. */
export type ByteRange = { start: number; end: number };

/** Parses a Range header. Null if it may be ignored (RFC 9110 §14); 'unsatisfiable' if the range lies outside the file. */
export function readRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header.replace(/\s/g, ''));
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  if (first === '') {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** True if `If-Range` is absent or names this version. Otherwise the whole file must be sent (RFC 9110 §13.1.5). */
function isSameVersion(ifRange: string | null, headers: Headers): boolean {
  if (ifRange === null) return true;
  // A weak tag never matches.
  return !ifRange.startsWith('W/') && (ifRange === headers.get('etag') || ifRange === headers.get('last-modified'));
}

/**
 * Answers a request for a stored file: 206 with the exact length, 416, or the whole file. Safari requests `bytes=0-1` first and needs exact
 * answers.
 */
export async function answerRange(request: Request, whole: Response): Promise<Response> {
  const header = request.headers.get('range');
  if (header === null || !isSameVersion(request.headers.get('if-range'), whole.headers)) return whole;
  const body = await whole.blob();
  const headers = new Headers(whole.headers);
  headers.set('accept-ranges', 'bytes');
  const range = readRange(header, body.size);
  if (range === null) return new Response(body, { status: 200, headers });
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${body.size}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${range.start}-${range.end - 1}/${body.size}`);
  headers.set('content-length', String(range.end - range.start));
  const type = headers.get('content-type') ?? 'audio/mpeg';
  return new Response(body.slice(range.start, range.end, type), { status: 206, headers });
}
