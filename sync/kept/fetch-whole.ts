export interface FetchedAudio {
  body: Blob;
  type: string;
  /** `etag` and `last-modified`, if CORS exposes them: by these a player tells whether two ranges are of the same version. */
  validators: Record<string, string>;
}

const VALIDATORS = ['etag', 'last-modified'];

export type FetchOutcome = { kind: 'fetched'; audio: FetchedAudio } | { kind: 'failed'; reason: 'network' | 'missing' };

/** Bytes between two reports of progress. A report for each network chunk would flood the interface. */
const PROGRESS_STEP = 128 * 1024;

/** Fetches a whole file. A body of another length than declared is a broken transfer. @param cache 'reload' bypasses the browser's cached copy */
export async function fetchWhole(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
  onProgress: (received: number, total: number | null) => void,
  cache: RequestCache = 'default',
): Promise<FetchOutcome> {
  const networkFailure = { kind: 'failed', reason: 'network' } as const;
  const fetchWith = (how: RequestCache) =>
    fetch(url, { mode: 'cors', credentials: 'omit', signal, cache: how }).catch(() => null);
  let response = await fetchWith(cache);
  // Firefox may answer from its cache with a part of the file that a player has fetched.
  if (response?.status === 206 && !isWhole(response)) {
    await response.body?.cancel().catch(() => undefined);
    response = await fetchWith('no-store');
  }
  if (!response) return networkFailure;
  // After these statuses the file may still exist.
  const isTransient = response.status >= 500 || response.status === 408 || response.status === 429;
  if (response.status >= 400 && !isTransient) return { kind: 'failed', reason: 'missing' };
  // The service worker serves ranges from the stored file, which must be whole.
  if (!isWhole(response) || !response.body) return networkFailure;
  const total = declaredLength(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let reported = 0;
  const reader = response.body.getReader();
  for (;;) {
    const read = await reader.read().catch(() => null);
    if (!read) return networkFailure;
    const { done, value } = read;
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    if (received - reported >= PROGRESS_STEP) {
      reported = received;
      onProgress(received, total);
    }
  }
  if (received === 0 || (total !== null && received !== total)) return networkFailure;
  const type = response.headers.get('content-type') ?? 'audio/mpeg';
  const validators = Object.fromEntries(
    VALIDATORS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { kind: 'fetched', audio: { body: new Blob(parts), type, validators } };
}

function isWhole({ status, headers }: Response): boolean {
  if (status !== 206) return status === 200;
  const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return Number(last) + 1 === Number(total);
}

/** The body's length in bytes, if it is declared; null with a content encoding, because the header then counts encoded bytes. */
function declaredLength(response: Response): number | null {
  if (response.headers.has('content-encoding')) return null;
  // 0 without the header.
  const length = Number(response.headers.get('content-length'));
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}
