/**
 * Makes a request for a range of a file, or for the whole file if `range` is null. A media element's own request cannot be used for
 * that: its range is fixed, and the response to it is opaque.
 */
export function partRequest(url: string, range: string | null, signal: AbortSignal): Request {
  return new Request(url, { headers: range === null ? {} : { range }, mode: 'cors', credentials: 'omit', signal });
}

/**
 * Fetches the requested range, or the whole file without one. Firefox 140 drops the range when a worker forwards an element's request, so
 * each seek would load the whole file. `no-store` avoids a deadlock: Firefox delays requests for a file while another response for the file
 * fills the HTTP cache.
 */
export function fetchPart(request: Request): Promise<Response> {
  const range = request.headers.get('range');
  const canForward = range === null || new Request(request).headers.get('range') === range;
  return canForward ? fetch(request) : fetch(partRequest(request.url, range, request.signal), { cache: 'no-store' });
}
