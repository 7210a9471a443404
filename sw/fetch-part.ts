/** By CORS: nobody may choose the range of an element's own request, or read what it brings from another host. */
export function partOf(url: string, range: string | null, signal: AbortSignal): Request {
  return new Request(url, { headers: range === null ? {} : { range }, mode: 'cors', credentials: 'omit', signal });
}

/**
 * From the network, the part that an element asks for. Firefox 140 leaves the range out of an element's own request when a worker hands it
 * on: each seek would load the whole file anew. And it makes a request wait for another of the same file whose answer it stores, which an
 * element does not read to its end: keeping a track that sounds would wait for ever, so the part is not stored.
 */
export function fetchPart(request: Request): Promise<Response> {
  const range = request.headers.get('range');
  const isHandedOn = range === null || new Request(request).headers.get('range') === range;
  return isHandedOn ? fetch(request) : fetch(partOf(request.url, range, request.signal), { cache: 'no-store' });
}
