import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import type { BlobStore } from './blob-store.ts';
import { safeToEcho } from './bounded-values.ts';
import type { Inspector } from './inspect/inspector.ts';
import type { ObjectAddress } from './object-name.ts';
import { checkMayStore, findBucket, storeRow, type Bucket, type NewObject } from './object-rows.ts';
import { countRefusedFile, checkRefusedFileLimit } from './refused-files.ts';
import type { UserMetadata } from './user-metadata.ts';

export interface Upload extends ObjectAddress {
  readonly declaredMime: string;
  /** Null when the client declares no size. */
  readonly declaredBytes: number | null;
  /** In the form of {@link maxAgeOf}. */
  readonly cacheControl: string;
  readonly upsert: boolean;
  readonly userMetadata: UserMetadata | null;
  /** See {@link NewObject}. */
  readonly isOwn?: boolean;
}

export const isRefusal = (error: unknown): error is HttpError => error instanceof HttpError && error.status < 500;

/** Called at each attempt to store a file whose bytes arrived. `failed` is the server's fault. */
export type OnUpload = (outcome: 'stored' | 'refused' | 'failed', bytes: number) => void;

export interface StorageDeps {
  readonly sql: postgres.Sql;
  readonly blobs: BlobStore;
  readonly inspector: Inspector;
  readonly onUpload: OnUpload;
}

/** Bytes of an object in any bucket. */
export const MAX_BYTES = 50 * 1024 * 1024;

export const limitOf = (bucket: Bucket): number => Math.min(bucket.limit ?? MAX_BYTES, MAX_BYTES);

export const tooLarge = () => new HttpError(413, 'Payload too large', 'The object exceeded the maximum allowed size');

/**
 * Checks an upload before its bytes are read.
 * @returns the body's size limit
 * @throws HttpError 400, 401, 403, 404, 409, 413, 415, 423 or 429
 */
export async function checkUpload({ sql }: StorageDeps, caller: Caller, upload: Upload): Promise<number> {
  const bucket = await findBucket(sql, upload.bucket);
  const limit = limitOf(bucket);
  if (upload.declaredBytes !== null && upload.declaredBytes > limit) throw tooLarge();
  requireMime(bucket, upload.declaredMime);
  await checkRefusedFileLimit(sql, caller);
  await checkMayStore(sql, caller, {
    ...upload,
    version: randomUUID(),
    bytes: upload.declaredBytes ?? 0,
    mime: upload.declaredMime,
  });
  return limit;
}

/**
 * Checks and stores a received file. Adds the row last, so that the object becomes visible whole or not at all.
 * @throws HttpError
 */
export async function acceptObject(
  deps: StorageDeps,
  caller: Caller,
  upload: Upload,
  file: string,
): Promise<{ id: string; replaced: string | null }> {
  try {
    const { bytes, ...accepted } = await accept(deps, caller, upload, file);
    deps.onUpload('stored', bytes);
    return accepted;
  } catch (error) {
    deps.onUpload(isRefusal(error) ? 'refused' : 'failed', 0);
    if (isRefusal(error)) await rm(file, { force: true });
    throw error;
  }
}

async function accept({ sql, blobs, inspector }: StorageDeps, caller: Caller, upload: Upload, file: string) {
  const bucket = await findBucket(sql, upload.bucket);
  const { size } = await stat(file);
  if (size > limitOf(bucket)) throw tooLarge();
  if (size === 0) throw new HttpError(400, 'Bad request', 'The file is empty.');
  await checkRefusedFileLimit(sql, caller);
  const facts = await inspector
    .inspect({ path: file, declaredMime: upload.declaredMime }, caller.userId ?? caller.role)
    .catch(async (error: unknown) => {
      if (isRefusal(error)) await countRefusedFile(sql, caller);
      throw error;
    });
  if (typeof facts === 'string') {
    await countRefusedFile(sql, caller);
    throw new HttpError(415, 'invalid_mime_type', facts);
  }
  requireMime(bucket, facts.mime);
  const version = randomUUID();
  const object: NewObject = { ...upload, version, bytes: size, mime: facts.mime };
  await blobs.store(file, version);
  let replaced: string | null;
  try {
    replaced = await storeRow(sql, caller, object, facts);
  } catch (error) {
    // After a server error, keep the bytes for a retry.
    if (isRefusal(error)) await blobs.remove(version);
    else await blobs.undoStore(version, file);
    throw error;
  }
  if (replaced !== null) await blobs.remove(replaced);
  return { id: version, replaced, bytes: size };
}

/** @throws HttpError 415 */
export function requireMime(bucket: Bucket, mime: string): void {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const accepts = (pattern: string) =>
    pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)));
  if (bucket.mimes && !bucket.mimes.some(accepts))
    throw new HttpError(415, 'invalid_mime_type', `mime type ${safeToEcho(type) || 'unknown'} is not supported`);
}
