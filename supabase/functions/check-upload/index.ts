import { parseImage } from '../_shared/media/image.ts';
import { imageProblem } from '../_shared/media/image-problem.ts';
import { parseMpeg } from '../_shared/media/mpeg.ts';
import {
  bearerOf,
  callProcedure,
  failureStatus,
  isFromService,
  isRecord,
  jsonResponse,
  readObject,
  readService,
  send,
} from '../_shared/service.ts';
import type { Project } from '../_shared/service.ts';

const buckets = new Set(['tracks', 'covers', 'avatars']);
/** The largest limit of any bucket. */
const MAX_BYTES = 50 * 1024 * 1024;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
};

interface Address {
  readonly bucket: string;
  readonly name: string;
}

interface Facts {
  readonly kind: string;
  readonly mime: string | null;
  readonly bytes: number;
  /** Milliseconds; null for files without audio. */
  readonly durationMs: number | null;
}

interface CheckResult {
  readonly kind: string;
  readonly bytes: number;
  readonly duration_ms: number | null;
}

type CheckState =
  | { readonly state: 'missing' | 'busy' }
  /** Too many files of this person were refused. `wait` is in seconds. */
  | { readonly state: 'refused'; readonly wait: number }
  | { readonly state: 'checked'; readonly result: CheckResult }
  | { readonly state: 'begun'; readonly seen: string };

/**
 * `check-upload`, for a Storage service that does not check files itself: reads a finished upload and records its facts
 * (S-15). Payload `{ bucket, name }`, sent by the folder's owner or with the service key; a webhook on storage.objects
 * sends `{ record: { bucket_id, name } }`. Responds with `{ kind, bytes, duration_ms }`, at once for a file that was
 * already checked; with 503 while another request is reading the file or four requests are reading files of its folder,
 * or when the file was replaced or deleted meanwhile; with 404 when the file is missing; with 429 when too many files of
 * the person were refused within an hour.
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'POST')
      return jsonResponse(405, { message: 'Use POST.' }, { allow: 'POST, OPTIONS', ...cors });
    try {
      const service = readService(context);
      const file = parseAddress(await readObject(request));
      if (file === null) return jsonResponse(400, { message: 'Send JSON with a bucket and a name.' }, cors);
      if (!(await mayCheck(request, service, file.name))) {
        return jsonResponse(403, { message: 'This file is not in your own folder.' }, cors);
      }
      const begun = await begin(service, file);
      if (begun.state === 'missing') {
        return jsonResponse(
          404,
          { code: 'file_missing', message: 'The file was not found. Please upload it again.' },
          cors,
        );
      }
      if (begun.state === 'checked') return jsonResponse(200, begun.result, cors);
      if (begun.state === 'refused') {
        const minutes = Math.ceil(begun.wait / 60);
        const message = `Too many of your files were refused. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
        return jsonResponse(429, { code: 'too_many_refused', message }, { 'retry-after': String(begun.wait), ...cors });
      }
      const result = begun.state === 'begun' ? await check(service, file, begun.seen) : null;
      return result
        ? jsonResponse(200, result, cors)
        : jsonResponse(503, { message: 'The file is being checked.' }, { 'retry-after': '2', ...cors });
    } catch (error) {
      console.error('check-upload:', error instanceof Error ? error.message : error);
      return jsonResponse(failureStatus(error), { message: 'The file could not be checked. Please try again.' }, cors);
    }
  },
};

async function begin(service: Project, { bucket, name }: Address): Promise<CheckState> {
  const begun = await callProcedure(service, 'begin_file_check', { p_bucket: bucket, p_name: name });
  if (isRecord(begun)) {
    const { state, seen, kind, bytes, duration_ms, wait } = begun;
    if (state === 'missing' || state === 'busy') return { state };
    if (state === 'refused' && typeof wait === 'number') return { state, wait };
    if (state === 'begun' && typeof seen === 'string') return { state, seen };
    if (state === 'checked' && typeof kind === 'string' && typeof bytes === 'number')
      return { state, result: { kind, bytes, duration_ms: typeof duration_ms === 'number' ? duration_ms : null } };
  }
  throw new Error('begin_file_check answered something else');
}

/** Null when the file was replaced or deleted meanwhile. */
async function check(service: Project, { bucket, name }: Address, seen: string): Promise<CheckResult | null> {
  const finish = (facts: Facts | null) =>
    callProcedure(service, 'finish_file_check', {
      p_bucket: bucket,
      p_name: name,
      p_seen: seen,
      p_kind: facts?.kind ?? null,
      p_mime: facts?.mime ?? null,
      p_bytes: facts?.bytes ?? null,
      p_duration_ms: facts?.durationMs ?? null,
    });
  let facts: Facts | null;
  try {
    facts = await readFacts(service, `${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`);
  } catch (error) {
    await finish(null);
    throw error;
  }
  const isRecorded = (await finish(facts)) === true;
  return isRecorded && facts ? { kind: facts.kind, bytes: facts.bytes, duration_ms: facts.durationMs } : null;
}

function parseAddress(body: Record<string, unknown> | null): Address | null {
  const record = body !== null && isRecord(body['record']) ? body['record'] : null;
  const bucket: unknown = record ? record['bucket_id'] : body?.['bucket'];
  const name: unknown = record ? record['name'] : body?.['name'];
  if (typeof bucket !== 'string' || !buckets.has(bucket)) return null;
  if (typeof name !== 'string' || name.length > 500 || name.includes('\0')) return null;
  if (name.split('/').some((part) => /^\.*$/.test(part))) return null;
  return { bucket, name };
}

async function mayCheck(request: Request, service: Project, name: string): Promise<boolean> {
  if (await isFromService(request, service)) return true;
  const token = bearerOf(request);
  if (token === null) return false;
  const response = await send(service, 'GET', '/auth/v1/user', { headers: { authorization: `Bearer ${token}` } });
  const user: unknown = response.ok ? await response.json() : null;
  return isRecord(user) && typeof user['id'] === 'string' && name.startsWith(`${user['id']}/`);
}

/** Null when the file does not exist. */
async function readFacts(service: Project, path: string): Promise<Facts | null> {
  const response = await send(service, 'GET', `/storage/v1/object/authenticated/${path}`);
  if (response.status === 400 || response.status === 404) return null;
  if (!response.ok) throw new Error(`Storage answered ${response.status}`);
  return await factsOf(await readBytes(response));
}

async function factsOf(bytes: Uint8Array): Promise<Facts> {
  const total = bytes.length;
  const image = parseImage(bytes);
  if (image && (await imageProblem(bytes, image)) === null)
    return { kind: image.kind, mime: image.mime, bytes: total, durationMs: null };
  const mpeg = image ? null : parseMpeg(bytes);
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
