import { writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { asCaller, callerOfHeaders, type Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import { sendJson } from '../http/respond.ts';
import type { Exchange } from '../http/router.ts';
import type { StackKeys } from '../keys.ts';
import { acceptObject, type OnUpload, type StorageDeps } from './accept-object.ts';
import { isBackingUp } from '../backup/backup-lock.ts';
import { openBlobStore } from './blob-store.ts';
import { noteDatabaseOfFiles } from './database-of-files.ts';
import { listObjects, notFound, objectInfo, removeObjects, deletionError } from './manage-objects.ts';
import { copyObject, moveObject } from './copy-object.ts';
import { asDiskFullError } from './disk-full.ts';
import { addressFromPath, objectAddress } from './object-name.ts';
import { asHttpError, findObject } from './object-rows.ts';
import { openInspector } from './inspect/inspector.ts';
import { createResumableUploads, RESUMABLE_PATH } from './resumable-upload.ts';
import { sendObject } from './send-object.ts';
import { requireReadToken, signObject, signObjects, signUpload, uploaderOfToken } from './signed-urls.ts';
import { uploadInOneRequest } from './standard-upload.ts';

const HOUR = 60 * 60 * 1000;

export interface NewFile {
  readonly bucket: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly ownerId?: string;
}

export interface StorageService {
  handle(exchange: Exchange): Promise<void>;
  /** Stores an object without the policies, but with the checks of its bytes. Replaces an object of the same name. */
  putObject(file: NewFile): Promise<void>;
  /** The path of the file of an object; null without such an object. */
  findFile(bucket: string, name: string): Promise<string | null>;
  close(): Promise<void>;
}

/** `/storage/v1`: files in a folder, rows and policies in Postgres. */
export async function createStorage(
  sql: postgres.Sql,
  keys: StackKeys,
  root: string,
  log: (line: string) => void,
  onUpload: OnUpload,
): Promise<StorageService> {
  const blobs = await openBlobStore(root, () => isBackingUp(sql));
  const madeAt = await firstReleaseAt(sql);
  if (madeAt !== null) await noteDatabaseOfFiles(root, madeAt);
  const inspector = openInspector(log);
  const deps: StorageDeps = { sql, blobs, inspector, onUpload };
  const resumable = createResumableUploads(deps, root);
  const sweep = async () => {
    await resumable.sweep();
    await blobs.sweep(HOUR, {
      madeAt: () => firstReleaseAt(sql),
      findReferenced: (versions) => referencedVersions(sql, versions),
    });
  };
  let sweeping = sweep().catch((error: unknown) => log(`Old uploads were not cleared: ${String(error)}`));
  const timer = setInterval(() => {
    sweeping = sweep().catch((error: unknown) => log(`Old uploads were not cleared: ${String(error)}`));
  }, HOUR);
  timer.unref();
  return {
    handle: (exchange) =>
      route(deps, keys, resumable, exchange).catch((error: unknown) => {
        throw asHostedError(asDiskFullError(asHttpError(error)));
      }),
    async putObject({ bucket, name, bytes, ownerId }) {
      const file = blobs.incomingPath(randomUUID());
      await writeFile(file, bytes, { mode: 0o600 });
      const caller: Caller = {
        role: 'service_role',
        userId: ownerId ?? null,
        claims: { role: 'service_role' },
        expiresAt: Infinity,
      };
      const upload = {
        declaredMime: '',
        declaredBytes: bytes.length,
        cacheControl: 'max-age=3600',
        upsert: true,
        isOwn: true,
      };
      await acceptObject(deps, caller, { ...objectAddress(bucket, name), ...upload, userMetadata: null }, file);
    },
    async findFile(bucket, name) {
      const object = await findObject(sql, objectAddress(bucket, name));
      return object ? blobs.path(object.version) : null;
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      await inspector.close();
    },
  };
}

/** Statuses about HTTP itself or this server are sent unchanged. */
const unchangedStatuses = new Set([405, 408, 412, 416, 423, 429]);

/** Hosted Storage sends 400 for its refusals, and the real status in the body. */
function asHostedError(error: unknown): unknown {
  if (!(error instanceof HttpError) || error.status >= 500 || unchangedStatuses.has(error.status)) return error;
  return new HttpError(error.status, error.error, error.message, error.headers, 400);
}

async function route(
  deps: StorageDeps,
  keys: StackKeys,
  resumable: ReturnType<typeof createResumableUploads>,
  exchange: Exchange,
): Promise<void> {
  const { req, res, url } = exchange;
  const method = req.method ?? 'GET';
  const path = url.pathname.slice('/storage/v1/'.length);
  const isRead = method === 'GET' || method === 'HEAD';

  const publicPath = /^(?:object|render\/image)\/public\/(.+)$/.exec(path)?.[1];
  if (publicPath !== undefined && isRead) return await sendPublic(deps, publicPath, exchange);
  const publicInfoPath = /^object\/info\/public\/(.+)$/.exec(path)?.[1];
  const caller: Caller | null = publicInfoPath === undefined ? callerOfHeaders(req.headers, keys) : null;
  if (publicInfoPath !== undefined) return sendJson(res, 200, await publicInfo(deps, publicInfoPath));
  const signedPath = /^object\/sign\/([^/]+\/.+)$/.exec(path)?.[1];
  if (signedPath !== undefined && isRead) return await sendSigned(deps, keys, signedPath, exchange);
  const signedUploadPath = /^object\/upload\/sign\/(.+)$/.exec(path)?.[1];
  if (signedUploadPath !== undefined && method === 'PUT') {
    const address = addressFromPath(signedUploadPath);
    const { caller: uploader, upsert } = uploaderOfToken(keys.jwtSecret, address, url.searchParams.get('token'));
    return await uploadInOneRequest(deps, uploader, address, exchange, upsert);
  }
  if (!caller) throw new HttpError(403, 'Unauthorized', 'The token is missing, not valid or out of date.');
  if (url.pathname === RESUMABLE_PATH || url.pathname.startsWith(`${RESUMABLE_PATH}/`))
    return await resumable.handle(exchange, caller);

  const isUpsert = method === 'PUT' || req.headers['x-upsert'] === 'true';
  if (method === 'POST') {
    const result = await signCopyOrMove(deps, keys, caller, { path, isUpsert }, exchange);
    if (result) return sendJson(res, 200, result);
  }
  const infoPath = /^object\/info\/(?:authenticated\/)?(.+)$/.exec(path)?.[1];
  if (infoPath !== undefined && isRead)
    return sendJson(res, 200, await objectInfo(deps, caller, addressFromPath(infoPath)));
  const listedBucket = /^object\/list\/([^/]+)$/.exec(path)?.[1];
  if (listedBucket !== undefined && method === 'POST')
    return sendJson(res, 200, await listObjects(deps, caller, listedBucket, await readJson(exchange)));
  const bulkBucket = /^object\/([^/]+)$/.exec(path)?.[1];
  if (bulkBucket !== undefined && method === 'DELETE')
    return sendJson(res, 200, await removeObjects(deps, caller, bulkBucket, await readJson(exchange)));
  if (path === 'bucket' && isRead) return sendJson(res, 200, await listBuckets(deps, caller));

  const objectPath = /^object\/(?:authenticated\/)?([^/]+\/.+)$/.exec(path)?.[1];
  if (objectPath === undefined) throw new HttpError(404, 'Not found', 'This part of Storage is not here.');
  const address = addressFromPath(objectPath);
  if (method === 'POST' || method === 'PUT') return await uploadInOneRequest(deps, caller, address, exchange, isUpsert);
  if (method === 'DELETE') {
    const rows = await removeObjects(deps, caller, address.bucket, { prefixes: [address.name] });
    if (rows.length === 0) throw await deletionError(deps, caller, address);
    return sendJson(res, 200, { message: 'Successfully deleted' });
  }
  if (!isRead)
    throw new HttpError(405, 'Method not allowed', 'Use GET, POST, PUT or DELETE.', {
      allow: 'GET, HEAD, POST, PUT, DELETE',
    });
  const object = await asCaller(deps.sql, caller, (tx) => findObject(tx, address));
  if (!object) throw notFound();
  await sendObject(deps.blobs, object, exchange);
}

async function signCopyOrMove(
  deps: StorageDeps,
  { jwtSecret }: StackKeys,
  caller: Caller,
  { path, isUpsert }: { readonly path: string; readonly isUpsert: boolean },
  exchange: Exchange,
): Promise<unknown> {
  if (path === 'object/copy') return await copyObject(deps, caller, await readJson(exchange), isUpsert);
  if (path === 'object/move') return await moveObject(deps, caller, await readJson(exchange));
  const uploadPath = /^object\/upload\/sign\/(.+)$/.exec(path)?.[1];
  if (uploadPath !== undefined) return await signUpload(deps, jwtSecret, caller, addressFromPath(uploadPath), isUpsert);
  const [, bucket, name] = /^object\/sign\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (bucket === undefined) return null;
  const body = await readJson(exchange);
  return name === undefined
    ? await signObjects(deps, jwtSecret, caller, bucket, body)
    : await signObject(deps, jwtSecret, caller, addressFromPath(`${bucket}/${name}`), body);
}

async function sendSigned(
  deps: StorageDeps,
  { jwtSecret }: StackKeys,
  path: string,
  exchange: Exchange,
): Promise<void> {
  const address = addressFromPath(path);
  requireReadToken(jwtSecret, address, exchange.url.searchParams.get('token'));
  const object = await findObject(deps.sql, address);
  if (!object) throw notFound();
  await sendObject(deps.blobs, object, exchange);
}

async function sendPublic(deps: StorageDeps, path: string, exchange: Exchange): Promise<void> {
  await sendObject(deps.blobs, await requirePublic(deps, path), exchange);
}

async function publicInfo(deps: StorageDeps, path: string): Promise<unknown> {
  const object = await requirePublic(deps, path);
  return {
    id: object.id,
    size: object.bytes,
    content_type: object.mime,
    cache_control: object.cacheControl,
    etag: `"${object.version}"`,
  };
}

async function requirePublic({ sql }: StorageDeps, path: string) {
  const address = addressFromPath(path);
  const [bucket] = await sql<
    { public: boolean }[]
  >`select coalesce(public, false) as public from storage.buckets where id = ${address.bucket}`;
  const object = bucket?.public ? await findObject(sql, address) : null;
  if (!object) throw notFound();
  return object;
}

async function listBuckets({ sql }: StorageDeps, caller: Caller): Promise<unknown[]> {
  const rows = await asCaller(sql, caller, async (tx) => {
    return await tx`select id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at
                      from storage.buckets order by name`;
  });
  return [...rows];
}

/** When the database recorded its first release: at its creation, or at its first upgrade. A restored or copied database keeps the time. */
async function firstReleaseAt(sql: postgres.Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select min(noted_at) as at from private.releases`;
  return row?.at ?? null;
}

async function referencedVersions(sql: postgres.Sql, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<
    { version: string }[]
  >`select version from storage.objects where version = any(${[...versions]})`;
  return new Set(rows.map((row) => row.version));
}

async function readJson({ readBody }: Exchange): Promise<unknown> {
  try {
    return JSON.parse((await readBody(256 * 1024)).toString());
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'Bad request', 'The body is not JSON.');
  }
}
