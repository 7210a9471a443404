import type { TestUser } from '../../local/test-stack.ts';

export interface SentFile {
  readonly user: Pick<TestUser, 'token'>;
  readonly bucket: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly cacheControl?: string;
  readonly upsert?: boolean;
}
/** The status and message of a response. A refusal's real status is in its body, as in hosted Storage, but for resumable uploads. */
export type FileResult = readonly [status: number, message: string];

export const uploadMethodNames = ['whole', 'form', 'signed', 'resumable'] as const;

const bearer = ({ token }: Pick<TestUser, 'token'>) => ({ authorization: `Bearer ${token}` });

export async function readFileResult(response: Response): Promise<FileResult> {
  const body = await response.text();
  if (response.ok) return [response.status, ''];
  const { statusCode, message } = JSON.parse(body);
  return [Number(statusCode), message];
}

export function createUploadMethods(
  urlOf: (path: string) => string,
): Record<(typeof uploadMethodNames)[number], (file: SentFile) => Promise<FileResult>> {
  return {
    async whole({ user, bucket, name, bytes, mime, cacheControl, upsert = false }) {
      const headers = {
        ...bearer(user),
        'content-type': mime,
        'x-upsert': String(upsert),
        ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
      };
      const body = Buffer.from(bytes);
      return readFileResult(await fetch(urlOf(`object/${bucket}/${name}`), { method: 'POST', body, headers }));
    },
    async form({ user, bucket, name, bytes, mime, cacheControl, upsert = false }) {
      const body = new FormData();
      body.append('cacheControl', cacheControl ?? '3600');
      body.append('', new Blob([Buffer.from(bytes)], { type: mime }));
      const headers = { ...bearer(user), 'x-upsert': String(upsert) };
      return readFileResult(await fetch(urlOf(`object/${bucket}/${name}`), { method: 'POST', body, headers }));
    },
    async signed({ user, bucket, name, bytes, mime, cacheControl, upsert = false }) {
      const allowed = await fetch(urlOf(`object/upload/sign/${bucket}/${name}`), {
        method: 'POST',
        headers: { ...bearer(user), 'x-upsert': String(upsert) },
      });
      if (!allowed.ok) return readFileResult(allowed);
      const { url } = await allowed.json();
      const headers = {
        'content-type': mime,
        ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
      };
      const body = Buffer.from(bytes);
      return readFileResult(await fetch(urlOf(String(url).slice(1)), { method: 'PUT', body, headers }));
    },
    async resumable({ user, bucket, name, bytes, mime, cacheControl, upsert = false }) {
      const fields = { bucketName: bucket, objectName: name, contentType: mime, cacheControl: cacheControl ?? '3600' };
      const encoded = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
      const headers = { ...bearer(user), 'tus-resumable': '1.0.0', 'x-upsert': String(upsert) };
      const created = await fetch(urlOf('upload/resumable'), {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': encoded.join(',') },
      });
      if (!created.ok) return [created.status, await created.text()];
      const sent = await fetch(new URL(created.headers.get('location') ?? '', urlOf('upload/resumable')), {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: Buffer.from(bytes),
      });
      return [sent.ok ? 200 : sent.status, await sent.text()];
    },
  };
}
