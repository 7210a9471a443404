import type { FileSent, FileToSend, SendOptions, SendPart } from '../upload-types.ts';
import { failureOf, isAboutRefusals } from './failure.ts';
import { REQUEST_TIMEOUT_MS } from './http.ts';

/** The size of an upload part that Supabase requires: 6 MB. */
const PART_BYTES = 6 * 1024 * 1024;
/** The time without progress after which a request counts as lost, in ms. */
const SILENCE_MS = 60_000;
/** Statuses that mean that the transfer has ended or another tab is ahead; the next try asks for the offset. */
const PASSING = [404, 409, 410, 423];
const NO_ROOM = 507;
const TOO_MANY = 'Too many of your files were sent and not used. They are removed within a day; try again then.';

/** The resumable upload endpoint of the storage, for one person. */
export interface StorageEndpoint {
  fetch: typeof globalThis.fetch;
  address: string;
  /**
   * Headers with the present token, because a long transfer outlives a token. Null while the session is locked.
   * @param refused the headers that the server has just refused. The token is renewed; if the auth service cannot be reached,
   *   it is returned again
   */
  headers(refused?: Record<string, string>): Promise<Record<string, string> | null>;
}

/** Why a request did not succeed. */
class Unsent extends Error {
  constructor(readonly outcome: FileSent) {
    super(outcome.kind);
  }
}

/** Sends a file by the tus protocol: starts a transfer, or asks for the offset of an earlier one and sends the rest. */
export async function sendFile(
  { fetch, address, headers }: StorageEndpoint,
  { bucket, path, blob, tusUrl }: FileToSend,
  { signal, onAddress, onProgress, sendPart = partByFetch(fetch) }: SendOptions,
): Promise<FileSent> {
  /** Sends the request; a refused token is renewed once. */
  const ask = async (
    request: (own: OwnRequest) => Promise<Response>,
    isRefused: (answer: Response) => Promise<boolean> = isAboutToken,
  ): Promise<Response> => {
    const askWith = (own: Record<string, string> | null) => {
      signal.throwIfAborted();
      if (!own) throw new Unsent({ kind: 'waits', for: 'session' });
      // A profile picture overwrites the former one; every other path belongs to one upload.
      const isUpsert = bucket === 'avatars';
      return lasting(signal, (running) =>
        request({ ...running, headers: { ...own, 'tus-resumable': '1.0.0', 'x-upsert': String(isUpsert) } }),
      );
    };
    const own = await headers();
    const answer = await askWith(own);
    if (!own || !(await isRefused(answer))) return answer;
    const renewed = await headers(own);
    return renewed?.['authorization'] === own['authorization'] ? answer : askWith(renewed);
  };

  const begin = async (): Promise<string> => {
    const metadata = { bucketName: bucket, objectName: path, contentType: blob.type, cacheControl: '3600' };
    const fields = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
    const made = await ask((own) =>
      fetch(address, {
        method: 'POST',
        headers: { ...own.headers, 'upload-length': String(blob.size), 'upload-metadata': fields.join(',') },
        signal: own.signal,
      }),
    );
    const location = made.headers.get('location');
    if (!made.ok || location === null) throw new Unsent(await outcomeOf(made));
    const url = new URL(location, address).href;
    await onAddress(url);
    return url;
  };
  /** Null when the transfer is gone. */
  const askOffset = async (url: string): Promise<number | null> => {
    const there = await ask(
      ({ headers, signal }) => fetch(url, { method: 'HEAD', headers, signal }),
      // The response has no body: an expired token looks like another person's transfer.
      ({ status }) => Promise.resolve([400, 401, 403].includes(status)),
    );
    if (there.ok) return offsetOf(there);
    // The storage answers no pages: a captive portal or a proxy did, and knows nothing of the transfer.
    if (there.headers.get('content-type')?.startsWith('text/html')) throw new Unsent({ kind: 'waits', for: 'network' });
    if (there.status === NO_ROOM) throw new Unsent({ kind: 'waits', for: 'room' });
    const isPassing = there.status >= 500 || [401, 408, 423, 429].includes(there.status);
    // A response to HEAD has no message. Starting the transfer again returns one.
    if (!isPassing) return null;
    throw new Unsent(await outcomeOf(there));
  };

  const sendRest = async (): Promise<void> => {
    let url = tusUrl;
    let offset = url === null ? null : await askOffset(url);
    let hasConflicted = false;
    while (offset !== blob.size) {
      if (url === null || offset === null) {
        url = await begin();
        offset = 0;
      }
      onProgress?.(offset);
      const [to, from] = [url, offset];
      const sent = await ask((own) =>
        sendPart(to, {
          headers: {
            ...own.headers,
            'upload-offset': String(from),
            'content-type': 'application/offset+octet-stream',
          },
          body: blob.slice(from, from + PART_BYTES),
          signal: own.signal,
          onProgress(bytes) {
            own.isAlive();
            onProgress?.(from + bytes);
          },
        }),
      );
      if (sent.ok) {
        offset = offsetOf(sent);
        if (offset <= from) throw new Unsent({ kind: 'waits', for: 'network' });
        hasConflicted = false;
        continue;
      }
      const outcome = await outcomeOf(sent);
      // Another tab has sent parts meanwhile: ask for the offset at once, but only once.
      if (sent.status !== 409 || outcome.kind === 'up' || hasConflicted) throw new Unsent(outcome);
      hasConflicted = true;
      offset = await askOffset(url);
    }
  };

  try {
    await sendRest();
    return { kind: 'up' };
  } catch (error) {
    if (error instanceof Unsent) return error.outcome;
    throw error;
  }
}

interface Running {
  signal: AbortSignal;
  /** Postpones the timeout, because bytes were sent. */
  isAlive(): void;
}
type OwnRequest = Running & { headers: Record<string, string> };

/** Runs a request until it is answered, aborted or timed out. */
async function lasting(signal: AbortSignal, request: (running: Running) => Promise<Response>): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort();
  let timer = setTimeout(end, SILENCE_MS);
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  signal.addEventListener('abort', end);
  try {
    // An exception before sending is a bug; only an unanswered request is a lost network.
    const response = await request({ signal: ending.signal, isAlive }).catch(() => null);
    if (response) return response;
    signal.throwIfAborted();
    throw new Unsent({ kind: 'waits', for: 'network' });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Ends a transfer on the server. If that fails, the server expires it. */
export async function endTransfer({ fetch, headers }: StorageEndpoint, tusUrl: string): Promise<void> {
  const end = (own: Record<string, string>) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return fetch(tusUrl, { method: 'DELETE', headers: { ...own, 'tus-resumable': '1.0.0' }, signal }).catch(() => null);
  };
  const own = await headers();
  const answer = own && (await end(own));
  if (!own || !answer || !(await isAboutToken(answer))) return;
  const renewed = await headers(own);
  if (renewed) await end(renewed);
}

function partByFetch(fetch: StorageEndpoint['fetch']): SendPart {
  return (url, { headers, body, signal }) => fetch(url, { method: 'PATCH', headers, body, signal });
}

function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  // A captive portal's page has none.
  if (!Number.isSafeInteger(offset)) throw new Unsent({ kind: 'waits', for: 'network' });
  return offset;
}

async function isAboutToken(answer: Response): Promise<boolean> {
  return !answer.ok && (await failureOf(answer.clone())).kind === 'auth';
}

async function outcomeOf(response: Response): Promise<FileSent> {
  const failure = await failureOf(response);
  if (response.status === NO_ROOM) return { kind: 'waits', for: 'room' };
  // That takes minutes: the interface shows the time.
  if (isAboutRefusals(failure)) return { kind: 'refused', message: failure.message };
  if (failure.kind === 'auth') return { kind: 'waits', for: 'session' };
  if (failure.kind === 'refused') {
    // The file was sent completely in an earlier visit that ended before recording it: no other upload has this path.
    if (/already exists/i.test(failure.message)) return { kind: 'up' };
    const isPassing = response.status >= 500 || PASSING.includes(response.status);
    // A policy gives no reason. Uploads into the person's own folder can only be refused for this one.
    if (response.status === 403) return { kind: 'refused', message: TOO_MANY };
    if (!isPassing) return { kind: 'refused', message: failure.message };
  }
  return { kind: 'waits', for: 'network' };
}
