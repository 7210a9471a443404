import * as z from 'zod/mini';
import type { HttpEnvironment } from './http.ts';

/** A picture is small: one that takes longer is lost to the network, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** The transfer is gone, or another one was ahead: the next try asks where it stands. */
const PASSING = [404, 408, 409, 410, 423, 429];

const refusal = z.object({ message: z.string() });

export interface PictureTransfer {
  path: string;
  picture: Blob;
  /** Address of a transfer that has begun, to go on with. */
  tusUrl: string | null;
  target: { endpoint: string; headers: Record<string, string> };
  /** Must be kept before anything is sent to it. */
  onAddress(tusUrl: string): Promise<unknown>;
}

export type PictureSent =
  { kind: 'up' } | { kind: 'waits'; for: 'network' | 'session' } | { kind: 'refused'; message: string };

/**
 * Sends a picture into the bucket 'avatars' by the tus protocol, over whatever lies at its path. In one part and without
 * progress, so that it needs no more than `fetch`: the client of the large uploads is many times its size.
 */
export async function sendPicture(
  { fetch }: Pick<HttpEnvironment, 'fetch'>,
  { path, picture, tusUrl, target, onAddress }: PictureTransfer,
): Promise<PictureSent> {
  const send = (url: string, method: string, headers: Record<string, string>, body?: Blob) =>
    fetch(url, {
      method,
      headers: { ...target.headers, 'x-upsert': 'true', 'tus-resumable': '1.0.0', ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body } : {}),
    });
  try {
    let url = tusUrl;
    let offset = 0;
    if (url !== null) {
      const there = await send(url, 'HEAD', {});
      if (there.ok) offset = Number(there.headers.get('upload-offset') ?? 0);
      else if (PASSING.includes(there.status)) url = null;
      else return await failed(there);
    }
    if (url === null) {
      const metadata = { bucketName: 'avatars', objectName: path, contentType: picture.type, cacheControl: '3600' };
      const made = await send(target.endpoint, 'POST', {
        'upload-length': String(picture.size),
        'upload-metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(','),
      });
      const location = made.headers.get('location');
      if (!made.ok || location === null) return await failed(made);
      url = new URL(location, target.endpoint).href;
      await onAddress(url);
    }
    if (offset === picture.size) return { kind: 'up' };
    const rest = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const sent = await send(url, 'PATCH', rest, picture.slice(offset));
    if (!sent.ok) return await failed(sent);
    const isWhole = Number(sent.headers.get('upload-offset')) === picture.size;
    return isWhole ? { kind: 'up' } : { kind: 'waits', for: 'network' };
  } catch {
    return { kind: 'waits', for: 'network' };
  }
}

/** Only the server's own words are a refusal: a page of a hotel's network is none. */
async function failed(response: Response): Promise<PictureSent> {
  const { status } = response;
  if (status === 401) return { kind: 'waits', for: 'session' };
  if (status >= 500 || PASSING.includes(status)) return { kind: 'waits', for: 'network' };
  const refused = refusal.safeParse(await response.json().catch(() => null));
  return refused.success ? { kind: 'refused', message: refused.data.message } : { kind: 'waits', for: 'network' };
}
