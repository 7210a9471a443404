import type { FileSent, FileToSend, SendOptions, SendPart } from '../upload-types.ts';
import { failureOf, isAboutRefusals } from './failure.ts';
import { incomingFile } from './incoming-file.ts';
import { REQUEST_TIMEOUT_MS } from './http.ts';

/** Size of each part but the last: Supabase requires 6 MB. */
const PART_BYTES = 6 * 1024 * 1024;
/** A request without progress for this long counts as lost. */
const SILENCE_MS = 60_000;
/** Statuses of a transfer that has ended, or that another tab is sending. The next attempt asks for the offset. */
const RETRYABLE = [404, 409, 410, 423];
/** Status of a server whose disk is full. */
const NO_ROOM = 507;
const INVALID_FILE = 'Invalid file. Please check file type and size.';
const TOO_MANY = 'Too many of your files were sent and not used. They are removed within a day; try again then.';

export interface StorageEndpoint {
  fetch: typeof globalThis.fetch;
  address: string;
  /**
   * The headers of authentication; null without a usable session. @param refused headers that the server has refused; returned again if the
   * auth service is unreachable
   */
  headers(refused?: Record<string, string>): Promise<Record<string, string> | null>;
}

/** Ends `sendFile` with this outcome. */
class Unsent extends Error {
  constructor(readonly outcome: FileSent) {
    super(outcome.kind);
  }
}

/** Sends a file by the tus protocol, from the start or from the offset of an earlier transfer. */
export async function sendFile(
  { fetch, address, headers }: StorageEndpoint,
  { bucket, path, blob, tusUrl }: FileToSend,
  { signal, onAddress, onProgress, sendPart = partByFetch(fetch) }: SendOptions,
): Promise<FileSent> {
  /** Sends a request with the headers of authentication. A refused token is renewed once, and the request repeated. */
  const sendAuthorized = async (
    request: (prepared: AuthorizedRequest) => Promise<Response>,
    isRefused: (answer: Response) => Promise<boolean> = isAboutToken,
  ): Promise<Response> => {
    const sendWith = (auth: Record<string, string> | null) => {
      signal.throwIfAborted();
      if (!auth) throw new Unsent({ kind: 'waits', for: 'session' });
      // A profile picture overwrites the previous one. Every other path belongs to one file.
      const isUpsert = bucket === 'avatars';
      return withSilenceTimeout(signal, (running) =>
        request({ ...running, headers: { ...auth, 'tus-resumable': '1.0.0', 'x-upsert': String(isUpsert) } }),
      );
    };
    const auth = await headers();
    const answer = await sendWith(auth);
    if (!auth || !(await isRefused(answer))) return answer;
    const renewed = await headers(auth);
    return renewed?.['authorization'] === auth['authorization'] ? answer : sendWith(renewed);
  };

  const createTransfer = async (): Promise<string> => {
    const incoming = incomingFile({ bucket, path });
    const metadata = {
      bucketName: incoming.bucket,
      objectName: incoming.path,
      contentType: blob.type,
      cacheControl: '3600',
    };
    const fields = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
    const created = await sendAuthorized((prepared) =>
      fetch(address, {
        method: 'POST',
        headers: { ...prepared.headers, 'upload-length': String(blob.size), 'upload-metadata': fields.join(',') },
        signal: prepared.signal,
      }),
    );
    const location = created.headers.get('location');
    if (!created.ok || location === null) throw new Unsent(await outcomeOf(created, { bucket, blob }));
    const url = new URL(location, address).href;
    await onAddress(url);
    return url;
  };
  /** Null if the transfer cannot be continued and must start again. */
  const fetchOffset = async (url: string): Promise<number | null> => {
    const response = await sendAuthorized(
      ({ headers, signal }) => fetch(url, { method: 'HEAD', headers, signal }),
      // A response to HEAD has no message that tells a refused token from another person's transfer, so try a renewed token.
      ({ status }) => Promise.resolve([400, 401, 403].includes(status)),
    );
    if (response.ok) return offsetOf(response);
    // Storage never answers with HTML; a captive portal or a proxy did.
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new Unsent({ kind: 'waits', for: 'network' });
    if (response.status === NO_ROOM) throw new Unsent({ kind: 'waits', for: 'room' });
    const isTransient = response.status >= 500 || [401, 408, 423, 429].includes(response.status);
    // A response to HEAD gives no reason for a refusal. Start again: the response to a new transfer gives one.
    if (!isTransient) return null;
    throw new Unsent(await outcomeOf(response, { bucket, blob }));
  };

  const sendRest = async (): Promise<void> => {
    let url = tusUrl;
    let offset = url === null ? null : await fetchOffset(url);
    let hasConflicted = false;
    while (offset !== blob.size) {
      if (url === null || offset === null) {
        url = await createTransfer();
        offset = 0;
      }
      onProgress?.(offset);
      const [to, from] = [url, offset];
      const sent = await sendAuthorized((prepared) =>
        sendPart(to, {
          headers: {
            ...prepared.headers,
            'upload-offset': String(from),
            'content-type': 'application/offset+octet-stream',
          },
          body: blob.slice(from, from + PART_BYTES),
          signal: prepared.signal,
          onProgress(bytes) {
            prepared.extendTimeout();
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
      const outcome = await outcomeOf(sent, { bucket, blob });
      // Another tab has sent parts meanwhile: ask for the offset once.
      if (sent.status !== 409 || outcome.kind === 'up' || hasConflicted) throw new Unsent(outcome);
      hasConflicted = true;
      offset = await fetchOffset(url);
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
  extendTimeout(): void;
}
type AuthorizedRequest = Running & { headers: Record<string, string> };

async function withSilenceTimeout(
  signal: AbortSignal,
  request: (running: Running) => Promise<Response>,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort();
  let timer = setTimeout(end, SILENCE_MS);
  const extendTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  signal.addEventListener('abort', end);
  try {
    // A rejected request counts as a lost network. A synchronous throw is a bug, and passes through.
    const response = await request({ signal: ending.signal, extendTimeout }).catch(() => null);
    if (response) return response;
    signal.throwIfAborted();
    throw new Unsent({ kind: 'waits', for: 'network' });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Ends a transfer on the server. If this fails, the server expires it. */
export async function endTransfer({ fetch, headers }: StorageEndpoint, tusUrl: string): Promise<void> {
  const end = (auth: Record<string, string>) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return fetch(tusUrl, { method: 'DELETE', headers: { ...auth, 'tus-resumable': '1.0.0' }, signal }).catch(
      () => null,
    );
  };
  const auth = await headers();
  const answer = auth && (await end(auth));
  if (!auth || !answer || !(await isAboutToken(answer))) return;
  const renewed = await headers(auth);
  if (renewed) await end(renewed);
}

function partByFetch(fetch: StorageEndpoint['fetch']): SendPart {
  return (url, { headers, body, signal }) => fetch(url, { method: 'PATCH', headers, body, signal });
}

function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  // A captive portal's page has no offset.
  if (!Number.isSafeInteger(offset)) throw new Unsent({ kind: 'waits', for: 'network' });
  return offset;
}

async function isAboutToken(answer: Response): Promise<boolean> {
  return !answer.ok && (await failureOf(answer.clone())).kind === 'auth';
}

async function outcomeOf(response: Response, { bucket, blob }: Pick<FileToSend, 'bucket' | 'blob'>): Promise<FileSent> {
  const failure = await failureOf(response);
  if (response.status === NO_ROOM) return { kind: 'waits', for: 'room' };
  // The server pauses its checks for minutes, and its message says how long.
  if (isAboutRefusals(failure)) return { kind: 'refused', message: failure.message };
  if (failure.kind === 'auth') return { kind: 'waits', for: 'session' };
  if (failure.kind === 'refused') {
    // An earlier visit sent the file, but ended before recording it, or another track of the release sent its cover: one path, one file.
    if (/already exists/i.test(failure.message)) return { kind: 'up' };
    const isTransient = response.status >= 500 || RETRYABLE.includes(response.status);
    // Hosted Storage applies its policies before it checks the type, and gives no reason. In the person's own folder, the policies refuse a file
    // only if too many unused files are stored. A file of a wrong type would be refused later anyway, so its message names the type.
    if (response.status === 403) {
      const isRightType = bucket === 'tracks' ? blob.type === 'audio/mpeg' : blob.type.startsWith('image/');
      return { kind: 'refused', message: isRightType ? TOO_MANY : INVALID_FILE };
    }
    if (!isTransient) return { kind: 'refused', message: failure.message };
  }
  return { kind: 'waits', for: 'network' };
}
