import { DetailedError, Upload } from 'tus-js-client';
import type { UploadDoor } from '../../../sync/client.ts';

/** Supabase takes resumable uploads in parts of 6 MB. */
const PART_BYTES = 6 * 1024 * 1024;

/** Why a transfer ended without its file being up. */
export type TransferFailure = { kind: 'network' } | { kind: 'locked' } | { kind: 'refused'; message: string };

export interface TransferFile {
  bucket: 'tracks' | 'covers';
  path: string;
  blob: Blob;
  /** Address of a transfer that has begun, to go on with. */
  tusUrl: string | null;
}

interface TransferOptions {
  uploads: Pick<UploadDoor, 'target'>;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** Must be kept before anything is sent to it. */
  onAddress: (tusUrl: string) => Promise<unknown>;
}

/** Sends one file resumably. Resolves with null when it is up; the address of a transfer is told as soon as it has one. */
export async function transferFile(
  file: TransferFile,
  { uploads, signal, onProgress, onAddress }: TransferOptions,
): Promise<TransferFailure | null> {
  const target = await uploads.target();
  if (!target) return { kind: 'locked' };
  return new Promise((resolve, reject) => {
    const upload = new Upload(file.blob, {
      endpoint: target.endpoint,
      ...(file.tusUrl ? { uploadUrl: file.tusUrl } : {}),
      chunkSize: PART_BYTES,
      // Retrying is the machine's, which knows the network. Only where another tab has sent on meanwhile the place is asked
      // for at once.
      retryDelays: [0, 1000],
      onShouldRetry: (error) => error.originalResponse?.getStatus() === 409 && !isThereAlready(error),
      storeFingerprintForResuming: false,
      uploadDataDuringCreation: false,
      metadata: { bucketName: file.bucket, objectName: file.path, contentType: file.blob.type, cacheControl: '3600' },
      async onBeforeRequest(request) {
        // A long transfer outlives a token: each part carries the newest.
        const fresh = await uploads.target();
        for (const [name, value] of Object.entries(fresh?.headers ?? target.headers)) request.setHeader(name, value);
      },
      onUploadUrlAvailable() {
        if (upload.url) onAddress(upload.url).catch(reject);
      },
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(null),
      onError: (error) => resolve(isThereAlready(error) ? null : failureOf(error)),
    });
    signal.addEventListener('abort', () => void upload.abort(false).catch(() => undefined), { once: true });
    if (!signal.aborted) upload.start();
  });
}

/** Ends a transfer that has begun on the server too; a failure is left to the server's own expiry. */
export async function terminateTransfer(tusUrl: string, uploads: Pick<UploadDoor, 'target'>): Promise<void> {
  const target = await uploads.target();
  if (!target) return;
  await Upload.terminate(tusUrl, { headers: target.headers, retryDelays: null }).catch(() => undefined);
}

function failureOf(error: Error | DetailedError): TransferFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return { kind: 'network' };
  const status = response.getStatus();
  if (status === 401) return { kind: 'locked' };
  // 404, 409, 410, 423: another tab or an expiry came between. The next attempt asks where the file stands and goes on.
  if (status === 0 || status >= 500 || [404, 408, 409, 410, 423, 429].includes(status)) return { kind: 'network' };
  return { kind: 'refused', message: messageOf(response.getBody()) };
}

/** All of it came in an earlier visit that did not live to note it: the path is this upload's alone. */
function isThereAlready(error: Error | DetailedError): boolean {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  return /already exists/i.test(body);
}

function messageOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (parsed && typeof parsed === 'object' && 'message' in parsed && typeof parsed.message === 'string')
      return parsed.message;
  } catch {
    // Plain text.
  }
  return body.slice(0, 200).trim();
}
