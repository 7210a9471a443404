import { DetailedError, Upload } from 'tus-js-client';
import type { UploadDoor } from '../../../sync/client.ts';

/** Supabase takes resumable uploads in parts of 6 MB. */
const PART_BYTES = 6 * 1024 * 1024;

/** Why a transfer ended without its file being up. */
export type TransferFailure = { kind: 'network' } | { kind: 'signed-out' } | { kind: 'refused'; message: string };

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
  onAddress: (tusUrl: string) => void;
}

/** Sends one file resumably. Resolves with null when it is up; the address of a transfer is told as soon as it has one. */
export async function transferFile(
  file: TransferFile,
  { uploads, signal, onProgress, onAddress }: TransferOptions,
): Promise<TransferFailure | null> {
  const target = await uploads.target();
  if (!target) return { kind: 'signed-out' };
  return new Promise((resolve) => {
    const upload = new Upload(file.blob, {
      endpoint: target.endpoint,
      ...(file.tusUrl ? { uploadUrl: file.tusUrl } : {}),
      chunkSize: PART_BYTES,
      // Retrying is the machine's: it knows the network, and keeps its place.
      retryDelays: null,
      storeFingerprintForResuming: false,
      uploadDataDuringCreation: false,
      metadata: { bucketName: file.bucket, objectName: file.path, contentType: file.blob.type, cacheControl: '3600' },
      async onBeforeRequest(request) {
        // A long transfer outlives a token: each part carries the newest.
        const fresh = await uploads.target();
        for (const [name, value] of Object.entries(fresh?.headers ?? target.headers)) request.setHeader(name, value);
      },
      onUploadUrlAvailable() {
        if (upload.url) onAddress(upload.url);
      },
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(null),
      onError: (error) => resolve(failureOf(error)),
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
  if (status === 401) return { kind: 'signed-out' };
  if (status === 0 || status >= 500 || status === 429 || status === 408 || status === 423) return { kind: 'network' };
  return { kind: 'refused', message: messageOf(response.getBody()) };
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
