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

/** An incoming file that was read, and whether it suits the public bucket. */
interface Judged {
  readonly state: 'judged';
  readonly at: Address;
  readonly suits: boolean;
  readonly result: CheckResult;
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
  | Judged
  | { readonly state: 'begun'; readonly at: Address; readonly seen: string };

/**
 * `check-upload`: reads a finished upload in the private bucket 'incoming', records its facts, and moves it to its public
 * bucket if its bytes suit it (S-15). A Storage service that checks files itself has recorded the facts already. Payload
 * `{ bucket, name }` of the public address, sent by the folder's owner or with the service key; a webhook on
 * storage.objects sends `{ record: { bucket_id, name } }`. Responses:
 *
 * - `{ kind, bytes, duration_ms }`; the kind is 'unknown' if the file stays private
 * - 503 while another request reads the file, or four requests read files of its folder, or if the file was replaced or deleted meanwhile
 * - 404 if the file is missing
 * - 429 after too many refused files of the person within an hour
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
      let begun = await begin(service, file);
      if (begun.state === 'begun' && (await check(service, begun.at, begun.seen))) begun = await begin(service, file);
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
      if (begun.state === 'judged' && !begun.suits)
        return jsonResponse(200, { ...begun.result, kind: 'unknown' }, cors);
      if (begun.state === 'judged' && (await publish(service, begun.at, file)))
        return jsonResponse(200, begun.result, cors);
      return jsonResponse(503, { message: 'The file is being checked.' }, { 'retry-after': '2', ...cors });
    } catch (error) {
      console.error('check-upload:', error instanceof Error ? error.message : error);
      return jsonResponse(failureStatus(error), { message: 'The file could not be checked. Please try again.' }, cors);
    }
  },
};

async function begin(service: Project, { bucket, name }: Address): Promise<CheckState> {
  const begun = await callProcedure(service, 'begin_file_check', { p_bucket: bucket, p_name: name });
  if (isRecord(begun)) {
    const { state, seen, wait, suits } = begun;
    const at = readAddress(begun['at']);
    const result = readResult(begun);
    if (state === 'missing' || state === 'busy') return { state };
    if (state === 'refused' && typeof wait === 'number') return { state, wait };
    if (state === 'begun' && at && typeof seen === 'string') return { state, at, seen };
    if (state === 'checked' && result) return { state, result };
    if (state === 'judged' && at && result) return { state, at, suits: suits === true, result };
  }
  throw new Error('begin_file_check answered something else');
}

function readAddress(value: unknown): Address | null {
  if (!isRecord(value) || typeof value['bucket'] !== 'string' || typeof value['name'] !== 'string') return null;
  return { bucket: value['bucket'], name: value['name'] };
}

function readResult({ kind, bytes, duration_ms }: Record<string, unknown>): CheckResult | null {
  if (typeof kind !== 'string' || typeof bytes !== 'number') return null;
  return { kind, bytes, duration_ms: typeof duration_ms === 'number' ? duration_ms : null };
}

/** Moves a checked file to its public address. False when another request did, or when the file was replaced meanwhile. */
async function publish(service: Project, from: Address, to: Address): Promise<boolean> {
  const body = {
    bucketId: from.bucket,
    sourceKey: from.name,
    destinationBucket: to.bucket,
    destinationKey: to.name,
  };
  const move = async () => {
    const response = await send(service, 'POST', '/storage/v1/object/move', { body });
    return response.ok ? null : `${response.status}: ${(await response.text()).slice(0, 300)}`;
  };
  let failure = await move();
  // A new profile picture replaces the previous one: delete that one first, because Storage does not move a file onto another.
  if (failure !== null && to.bucket === 'avatars' && /409|exists/i.test(failure)) {
    await send(service, 'DELETE', `/storage/v1/object/${to.bucket}`, { body: { prefixes: [to.name] } });
    failure = await move();
  }
  if (failure !== null) console.error('check-upload: the file was not moved:', failure);
  return failure === null;
}

/** Reads a file and records its facts. False when the file was replaced or deleted meanwhile. */
async function check(service: Project, { bucket, name }: Address, seen: string): Promise<boolean> {
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
  return (await finish(facts)) === true;
}

/** The public address of the requested file; null for an invalid request. A webhook names the stored object, which may be in 'incoming'. */
function parseAddress(body: Record<string, unknown> | null): Address | null {
  const record = body !== null && isRecord(body['record']) ? body['record'] : null;
  const bucket: unknown = record ? record['bucket_id'] : body?.['bucket'];
  const name: unknown = record ? record['name'] : body?.['name'];
  if (typeof bucket !== 'string' || typeof name !== 'string' || name.length > 500 || name.includes('\0')) return null;
  if (name.split('/').some((part) => /^\.*$/.test(part))) return null;
  const [person = '', target = '', ...rest] = name.split('/');
  const address = bucket === 'incoming' ? { bucket: target, name: [person, ...rest].join('/') } : { bucket, name };
  return buckets.has(address.bucket) ? address : null;
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
