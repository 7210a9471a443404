import { parseImage } from '../../../sync/media/image.ts';
import { parseMpeg } from '../../../sync/media/mpeg.ts';
import {
  answer,
  bearerOf,
  callProcedure,
  isFromService,
  isRecord,
  readObject,
  readService,
  send,
} from '../_shared/service.ts';
import type { Project } from '../_shared/service.ts';

const buckets = new Set(['tracks', 'covers', 'avatars']);
/** Most bytes of a file: the limit of the largest bucket. */
const MAX_BYTES = 50 * 1024 * 1024;
/** The head shows what a picture is; sound is judged from all of its bytes. */
const HEAD_BYTES = 64 * 1024;
const pictures = new Set(['png', 'jpeg', 'webp', 'gif']);

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
};

interface Facts {
  /** 'mpeg', 'png', 'jpeg', 'webp', 'gif', or 'unknown'. */
  readonly kind: string;
  readonly mime: string | null;
  readonly bytes: number;
  /** Milliseconds; null for what is no sound. */
  readonly durationMs: number | null;
}

/**
 * `check-upload`, where Storage does not judge files itself: reads a finished upload and records what its bytes are (S-15).
 * Payload `{ bucket, name }` by the user whose folder it is in, or with the service key; a webhook on storage.objects sends
 * `{ record: { bucket_id, name } }`. Answers `{ kind, bytes, duration_ms }`.
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'POST') return answer(405, { message: 'Use POST.' }, { allow: 'POST, OPTIONS', ...cors });
    try {
      const service = readService(context);
      const file = readFile(await readObject(request));
      if (file === null) return answer(400, { message: 'Send JSON with a bucket and a name.' }, cors);
      if (!(await mayAsk(request, service, file.name))) {
        return answer(403, { message: 'This file is not in your own folder.' }, cors);
      }
      const facts = await judge(service, `${file.bucket}/${file.name.split('/').map(encodeURIComponent).join('/')}`);
      if (facts === null) return answer(404, { message: 'The file was not found. Please upload it again.' }, cors);
      await callProcedure(service, 'record_file_facts', {
        p_bucket: file.bucket,
        p_name: file.name,
        p_kind: facts.kind,
        p_mime: facts.mime,
        p_bytes: facts.bytes,
        p_duration_ms: facts.durationMs,
      });
      return answer(200, { kind: facts.kind, bytes: facts.bytes, duration_ms: facts.durationMs }, cors);
    } catch (error) {
      console.error('check-upload:', error instanceof Error ? error.message : error);
      return answer(500, { message: 'The file could not be checked. Please try again.' }, cors);
    }
  },
};

function readFile(body: Record<string, unknown> | null): { bucket: string; name: string } | null {
  const record = body !== null && isRecord(body['record']) ? body['record'] : null;
  const bucket: unknown = record ? record['bucket_id'] : body?.['bucket'];
  const name: unknown = record ? record['name'] : body?.['name'];
  if (typeof bucket !== 'string' || !buckets.has(bucket)) return null;
  if (typeof name !== 'string' || name.length > 500 || name.split('/').some((part) => /^\.*$/.test(part))) return null;
  return { bucket, name };
}

async function mayAsk(request: Request, service: Project, name: string): Promise<boolean> {
  if (await isFromService(request, service)) return true;
  const token = bearerOf(request);
  if (token === null) return false;
  const response = await send(service, 'GET', '/auth/v1/user', { headers: { authorization: `Bearer ${token}` } });
  const user: unknown = response.ok ? await response.json() : null;
  return isRecord(user) && typeof user['id'] === 'string' && name.startsWith(`${user['id']}/`);
}

/** Null when there is no such file. */
async function judge(service: Project, path: string): Promise<Facts | null> {
  const read = (headers: Record<string, string>) =>
    send(service, 'GET', `/storage/v1/object/authenticated/${path}`, { headers });
  const head = await read({ range: `bytes=0-${HEAD_BYTES - 1}` });
  if (head.status === 400 || head.status === 404) return null;
  if (!head.ok) throw new Error(`Storage answered ${head.status}`);
  const start = await readBytes(head);
  const total = Number(/\/(\d+)$/.exec(head.headers.get('content-range') ?? '')?.[1] ?? start.length);
  const early = factsOf(start, total);
  if (start.length >= total || pictures.has(early.kind)) return early;
  const whole = await read({});
  if (!whole.ok) throw new Error(`Storage answered ${whole.status}`);
  const bytes = await readBytes(whole);
  return factsOf(bytes, bytes.length);
}

function factsOf(bytes: Uint8Array, total: number): Facts {
  const image = parseImage(bytes);
  if (image) return { kind: image.kind, mime: image.mime, bytes: total, durationMs: null };
  const mpeg = parseMpeg(bytes);
  return mpeg
    ? { kind: 'mpeg', mime: 'audio/mpeg', bytes: total, durationMs: mpeg.durationMs }
    : { kind: 'unknown', mime: null, bytes: total, durationMs: null };
}

async function readBytes(response: Response): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw new Error('The file is too large');
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error('The file is too large');
  return bytes;
}
