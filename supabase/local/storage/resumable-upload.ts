import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Server } from '@tus/server';
import * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import { KeyedLimit } from '../http/keyed-limit.ts';
import { asDatabaseAway } from '../http/database-away.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import { acceptObject, checkUpload, isRefusal, MAX_BYTES, type StorageDeps, type Upload } from './accept-object.ts';
import { maxAgeOf } from './bounded-values.ts';
import { asDiskFullError } from './disk-full.ts';
import { objectAddress } from './object-name.ts';
import { PartialStore } from './partial-store.ts';
import { readUserMetadata } from './user-metadata.ts';

export const RESUMABLE_PATH = '/storage/v1/upload/resumable';
/** Lifetime of an unfinished upload, and of the record of a finished one. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Unfinished uploads of a person. The app has only a few at a time, and terminates abandoned ones. */
const MAX_UNFINISHED = 20;

/** Context of the current request. The callbacks read it here, because the tus library does not pass it to them. */
const requestContext = new AsyncLocalStorage<{
  readonly caller: Caller;
  readonly blame: Exchange['blame'];
  readonly newMetadata?: Record<string, string>;
}>();

const uploadMetadata = z.looseObject({
  owner: z.string(),
  upsert: z.enum(['true', 'false']),
  bucketName: z.string(),
  objectName: z.string(),
  contentType: z.string(),
  cacheControl: z.string(),
  userMetadata: z._default(z.string(), ''),
});
const doneRecord = z.object({ owner: z.string(), bytes: z.number() });

export interface ResumableUploads {
  handle(exchange: Exchange, caller: Caller): Promise<void>;
  /** Removes expired uploads, and expired records of finished ones. */
  sweep(): Promise<void>;
}

/** Resumable uploads by tus. Only the owner of an upload can continue, query or end it, and nobody can read its bytes. */
export function createResumableUploads(deps: StorageDeps, root: string): ResumableUploads {
  const partials = join(root, 'partial');
  const done = join(root, 'done');
  for (const dir of [partials, done]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const store = new PartialStore({
    directory: partials,
    expirationPeriodInMilliseconds: LIFETIME_MS,
    finishedBytes: async (id) => (await readDone(join(done, id)))?.bytes ?? null,
  });

  /** Uploads whose bytes are being checked. Their file moves, so `store` cannot find them. */
  const finishing = new Map<string, Promise<void>>();
  const finish = (id: string, caller: Caller): Promise<void> => {
    const finished = finishing.get(id) ?? acceptComplete(id, caller).finally(() => finishing.delete(id));
    finishing.set(id, finished);
    return finished;
  };
  const acceptComplete = async (id: string, caller: Caller): Promise<void> => {
    // Another request has finished the upload meanwhile.
    if ((await readDone(join(done, id))) !== null) return;
    const { metadata, size, storage } = await store.getUpload(id);
    const stored = uploadMetadata.parse(metadata);
    try {
      await acceptObject(deps, caller, toUpload(stored, size ?? null), storage?.path ?? join(partials, id));
    } catch (error) {
      if (isRefusal(error)) await store.configstore.delete(id);
      throw error;
    }
    await writeFile(join(done, id), JSON.stringify({ owner: stored.owner, bytes: size ?? 0 }), { mode: 0o600 });
    await store.configstore.delete(id);
  };

  const tus = new Server({
    path: RESUMABLE_PATH,
    datastore: store,
    relativeLocation: true,
    namingFunction: () =>
      `${ownerPrefix(requestContext.getStore()?.newMetadata?.['owner'] ?? '')}${randomBytes(8).toString('hex')}`,
    async onUploadCreate(_req, upload) {
      return { metadata: requestContext.getStore()?.newMetadata ?? upload.metadata ?? {} };
    },
    async onUploadFinish(_req, upload) {
      const caller = requestContext.getStore()?.caller;
      if (!caller) throw new Error('an upload ended without a sender');
      await finish(upload.id, caller);
      return {};
    },
    onResponseError(_req, error) {
      const translated = asDatabaseAway(asDiskFullError(error));
      // The tus library sends the response, so the router does not see the error.
      requestContext.getStore()?.blame(error instanceof Error ? (error.stack ?? error.message) : error.body.trim());
      if (isRefusal(translated)) return { status_code: translated.status, body: translated.message };
      if (!(error instanceof Error)) return { status_code: error.status_code, body: error.body.trim() };
      if (translated instanceof HttpError) return { status_code: translated.status, body: translated.message };
      return { status_code: 500, body: 'Something went wrong on the server.' };
    },
  });

  const creations = new KeyedLimit(MAX_UNFINISHED);
  const create = async ({ req, res, blame }: Exchange, caller: Caller): Promise<void> => {
    const fields = parseMetadata(req.headers['upload-metadata']);
    const size = Number(req.headers['upload-length'] ?? Number.NaN);
    if (!Number.isSafeInteger(size) || size < 0)
      throw new HttpError(400, 'Bad request', 'Say how long the upload is (Upload-Length).');
    if (size === 0) throw new HttpError(400, 'Bad request', 'The file is empty.');
    const newMetadata = {
      bucketName: fields['bucketName'] ?? '',
      objectName: fields['objectName'] ?? '',
      contentType: fields['contentType'] ?? 'application/octet-stream',
      cacheControl: maxAgeOf(fields['cacheControl']),
      upsert: req.headers['x-upsert'] === 'true' ? ('true' as const) : ('false' as const),
      owner: ownerOf(caller),
      userMetadata: fields['metadata'] ?? '',
    };
    await checkUpload(deps, caller, toUpload(newMetadata, size));
    if (!creations.acquire(newMetadata.owner)) throw tooManyUnfinished();
    try {
      const names = await readdir(partials);
      const unfinished = names.filter(
        (name) => name.startsWith(ownerPrefix(newMetadata.owner)) && !name.endsWith('.json'),
      );
      if (unfinished.length >= MAX_UNFINISHED) throw tooManyUnfinished();
      await requestContext.run({ caller, blame, newMetadata }, () => tus.handle(req, res));
    } finally {
      creations.release(newMetadata.owner);
    }
  };

  const handleExisting = async ({ req, res, blame }: Exchange, caller: Caller, id: string): Promise<void> => {
    await finishing.get(id)?.catch(() => undefined);
    const finished = await readDone(join(done, id));
    if (finished) {
      if (finished.owner !== ownerOf(caller)) throw uploadNotFound();
      const isAtEnd = req.method === 'PATCH' && Number(req.headers['upload-offset']) === finished.bytes;
      if (req.method !== 'HEAD' && !isAtEnd) throw alreadyComplete(finished.bytes);
      return sendCompletion(res, finished.bytes, isAtEnd ? 204 : 200);
    }
    const upload = await store.getUpload(id).catch(() => null);
    const stored = z.safeParse(uploadMetadata, upload?.metadata);
    if (!upload || !stored.success || stored.data.owner !== ownerOf(caller)) throw uploadNotFound();
    if (req.method === 'HEAD' && upload.size !== undefined && upload.offset === upload.size) {
      // All bytes arrived, but the server failed before it accepted them.
      await finish(id, caller);
      return sendCompletion(res, upload.size);
    }
    await requestContext.run({ caller, blame }, () => tus.handle(req, res));
  };

  const route = async (exchange: Exchange, caller: Caller): Promise<void> => {
    const { req, res, url } = exchange;
    res.setHeader('tus-resumable', '1.0.0');
    if (req.headers['tus-resumable'] !== '1.0.0')
      throw new HttpError(412, 'Precondition failed', 'Use tus 1.0.0.', { 'tus-version': '1.0.0' });
    const id = url.pathname.slice(RESUMABLE_PATH.length).replace(/^\/|\/$/g, '');
    if (id === '' && req.method === 'POST') return await create(exchange, caller);
    if (!/^[0-9a-f]{32}$/.test(id)) throw uploadNotFound();
    if (!['HEAD', 'PATCH', 'DELETE'].includes(req.method ?? '')) {
      throw new HttpError(405, 'Method not allowed', 'Use HEAD, PATCH or DELETE.', { allow: 'HEAD, PATCH, DELETE' });
    }
    await handleExisting(exchange, caller, id);
  };

  return {
    async handle(exchange, caller) {
      try {
        await route(exchange, caller);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        sendRefusal(exchange, error);
      }
    },
    async sweep() {
      await tus.cleanUpExpiredUploads();
      for (const name of await readdir(done)) {
        const stats = await stat(join(done, name)).catch(() => null);
        if (stats && stats.mtimeMs < Date.now() - LIFETIME_MS) await rm(join(done, name), { force: true });
      }
    },
  };
}

export function resumableOptions(url: URL): Record<string, string> {
  if (url.pathname !== RESUMABLE_PATH && !url.pathname.startsWith(`${RESUMABLE_PATH}/`)) return {};
  return {
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
    'tus-max-size': String(MAX_BYTES),
  };
}

/** Sends a refusal as hosted Storage does for resumable uploads: with the real status and a plain-text message. */
function sendRefusal({ req, res }: Exchange, { status, message, headers }: HttpError): void {
  const close = req.complete ? {} : { connection: 'close' };
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...close,
    ...headers,
  });
  res.end(req.method === 'HEAD' ? undefined : message);
  if (!req.complete) req.resume();
}

function toUpload(stored: z.infer<typeof uploadMetadata>, size: number | null): Upload {
  return {
    ...objectAddress(stored.bucketName, stored.objectName),
    declaredMime: stored.contentType,
    declaredBytes: size,
    cacheControl: maxAgeOf(stored.cacheControl),
    upsert: stored.upsert === 'true',
    userMetadata: readUserMetadata(stored.userMetadata),
  };
}

function ownerOf(caller: Caller): string {
  if (caller.role === 'anon') throw new HttpError(403, 'Unauthorized', 'new row violates row-level security policy');
  return caller.userId ?? caller.role;
}

/** Prefix of the ids of an owner's uploads, by which their files are counted. */
const ownerPrefix = (owner: string) => createHash('sha256').update(owner).digest('hex').slice(0, 16);

function parseMetadata(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString()]));
}

async function readDone(file: string): Promise<z.infer<typeof doneRecord> | null> {
  try {
    return doneRecord.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

function sendCompletion(res: Exchange['res'], bytes: number, status = 200): void {
  res.writeHead(status, { 'upload-offset': bytes, 'upload-length': bytes, 'cache-control': 'no-store' });
  res.end();
}

/** An unknown upload and somebody else's get the same error. */
const uploadNotFound = () => new HttpError(404, 'not_found', 'Upload not found');

const tooManyUnfinished = () =>
  new HttpError(429, 'Too many requests', 'Finish or end an upload that you began.', { 'retry-after': '60' });

const alreadyComplete = (bytes: number) =>
  new HttpError(409, 'Upload', 'The upload is complete', { 'upload-offset': String(bytes) });
