/**
 * Makes a CORS request for a range. A media element's own request does not suffice: its range cannot be changed, and its
 * cross-origin response cannot be read.
 */
export function partOf(url: string, range: string | null, signal: AbortSignal): Request {
  return new Request(url, { headers: range === null ? {} : { range }, mode: 'cors', credentials: 'omit', signal });
}

/**
 * Fetches the range that an element requests. Firefox 140 drops the range of an element's request that a worker passes on, so
 * that each seek would load the whole file. It also delays a request while the response to another request for the same file
 * is being written to the HTTP cache, and an element may never read its response to the end. The range therefore bypasses
 * the HTTP cache (`no-store`): otherwise the download of a track that is kept while it plays would wait for ever.
 */
export function fetchPart(request: Request): Promise<Response> {
  const range = request.headers.get('range');
  const canForward = range === null || new Request(request).headers.get('range') === range;
  return canForward ? fetch(request) : fetch(partOf(request.url, range, request.signal), { cache: 'no-store' });
}
