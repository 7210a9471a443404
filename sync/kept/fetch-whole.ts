export interface FetchedAudio {
  body: Blob;
  type: string;
  /** What the server called this version, as far as it lets pages read it: players ask for ranges of the same one. */
  validators: Record<string, string>;
}

const VALIDATORS = ['etag', 'last-modified'];

export type FetchOutcome = { kind: 'fetched'; audio: FetchedAudio } | { kind: 'failed'; reason: 'network' | 'missing' };

/** Progress is told at most once for this many bytes: a state change for each network chunk would flood the interface. */
const PROGRESS_STEP = 128 * 1024;

/**
 * Fetches a whole file with CORS. A body shorter than its `content-length` is a broken transfer, not a file.
 * @param onProgress bytes so far, and the total when the server said it
 * @param cache 'reload' when the browser's own copy is not to be trusted
 */
export async function fetchWhole(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
  onProgress: (received: number, total: number | null) => void,
  cache: RequestCache = 'default',
): Promise<FetchOutcome> {
  const away = { kind: 'failed', reason: 'network' } as const;
  const ask = (how: RequestCache) =>
    fetch(url, { mode: 'cors', credentials: 'omit', signal, cache: how }).catch(() => null);
  let response = await ask(cache);
  // Firefox answers with the part that it stored for a player.
  if (response?.status === 206 && !isWhole(response)) {
    await response.body?.cancel().catch(() => undefined);
    response = await ask('no-store');
  }
  if (!response) return away;
  // A server that is busy, or in trouble, says nothing of the file.
  const isPassing = response.status >= 500 || response.status === 408 || response.status === 429;
  if (response.status >= 400 && !isPassing) return { kind: 'failed', reason: 'missing' };
  // Only a whole file can be cut into ranges later.
  if (!isWhole(response) || !response.body) return away;
  const total = declaredLength(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let told = 0;
  const reader = response.body.getReader();
  for (;;) {
    const read = await reader.read().catch(() => null);
    if (!read) return away;
    const { done, value } = read;
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    if (received - told >= PROGRESS_STEP) {
      told = received;
      onProgress(received, total);
    }
  }
  if (received === 0 || (total !== null && received !== total)) return away;
  const type = response.headers.get('content-type') ?? 'audio/mpeg';
  const validators = Object.fromEntries(
    VALIDATORS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { kind: 'fetched', audio: { body: new Blob(parts, { type }), type, validators } };
}

/** Whether it is the file, or a part that is all of it. */
function isWhole({ status, headers }: Response): boolean {
  if (status !== 206) return status === 200;
  const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return last !== undefined && Number(last) + 1 === Number(total);
}

/** The length of the body as it arrives; with a content encoding the header counts other bytes. */
function declaredLength(response: Response): number | null {
  const header = response.headers.get('content-length');
  if (header === null || response.headers.has('content-encoding')) return null;
  const length = Number(header);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}
