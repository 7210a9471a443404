import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import type { BlobStore } from './blob-store.ts';
import { saidBack } from './bounded-values.ts';
import type { Inspector } from './inspect/inspector.ts';
import type { ObjectAddress } from './object-name.ts';
import { checkMayStore, findBucket, storeRow, type Bucket, type NewObject } from './object-rows.ts';
import { noteRefusedFile, requireFewRefused } from './refused-files.ts';
import type { UserMetadata } from './user-metadata.ts';

export interface Upload extends ObjectAddress {
  /** Type that the sender says it is. */
  readonly declaredMime: string;
  /** Bytes that the sender says will come; null when it does not. */
  readonly declaredBytes: number | null;
  /** As {@link maxAgeOf} has it. */
  readonly cacheControl: string;
  readonly upsert: boolean;
  /** What the sender notes with the file; null for nothing. */
  readonly userMetadata: UserMetadata | null;
}

/** Whether an upload failed for what it is; any other trouble is ours, and the sender may try again. */
export const isRefusal = (error: unknown): error is HttpError => error instanceof HttpError && error.status < 500;

export interface StorageDeps {
  readonly sql: postgres.Sql;
  readonly blobs: BlobStore;
  readonly inspector: Inspector;
}

/** Most bytes of any object, for buckets without a limit of their own. */
export const MAX_BYTES = 50 * 1024 * 1024;

export const limitOf = (bucket: Bucket): number => Math.min(bucket.limit ?? MAX_BYTES, MAX_BYTES);

/** The refusal of too many bytes, in the words of Supabase Storage. */
export const tooLarge = () => new HttpError(413, 'Payload too large', 'The object exceeded the maximum allowed size');

/**
 * Judges an upload before a byte of it is read: its bucket, declared size and type, the policies for this caller, and how many of
 * their files were refused.
 *
 * @returns the most bytes that may come
 * @throws HttpError 400, 403, 404, 409, 413, 415 or 429
 */
export async function checkUpload({ sql }: StorageDeps, caller: Caller, upload: Upload): Promise<number> {
  const bucket = await findBucket(sql, upload.bucket);
  const limit = limitOf(bucket);
  if (upload.declaredBytes !== null && upload.declaredBytes > limit) throw tooLarge();
  requireMime(bucket, upload.declaredMime);
  await requireFewRefused(sql, caller);
  await checkMayStore(sql, caller, {
    ...upload,
    version: randomUUID(),
    bytes: upload.declaredBytes ?? 0,
    mime: upload.declaredMime,
  });
  return limit;
}

/**
 * Takes a complete file: judges its bytes, moves it to its place and adds its row, so that it is visible whole or not at
 * all. The file is gone afterwards, unless the trouble was ours and the sender may try again.
 *
 * @throws HttpError when the bytes or the policies refuse it
 */
export async function acceptObject(
  deps: StorageDeps,
  caller: Caller,
  upload: Upload,
  file: string,
): Promise<{ id: string; replaced: string | null }> {
  try {
    return await accept(deps, caller, upload, file);
  } catch (error) {
    if (isRefusal(error)) await rm(file, { force: true });
    throw error;
  }
}

async function accept({ sql, blobs, inspector }: StorageDeps, caller: Caller, upload: Upload, file: string) {
  const bucket = await findBucket(sql, upload.bucket);
  const { size } = await stat(file);
  if (size > limitOf(bucket)) throw tooLarge();
  if (size === 0) throw new HttpError(400, 'Bad request', 'The file is empty.');
  await requireFewRefused(sql, caller);
  const facts = await inspector
    .judge({ path: file, declaredMime: upload.declaredMime }, caller.userId ?? caller.role)
    .catch(async (error: unknown) => {
      if (isRefusal(error)) await noteRefusedFile(sql, caller);
      throw error;
    });
  if (typeof facts === 'string') {
    await noteRefusedFile(sql, caller);
    throw new HttpError(415, 'invalid_mime_type', facts);
  }
  requireMime(bucket, facts.mime);
  const version = randomUUID();
  const object: NewObject = { ...upload, version, bytes: size, mime: facts.mime };
  await blobs.keep(file, version);
  let replaced: string | null;
  try {
    replaced = await storeRow(sql, caller, object, facts);
  } catch (error) {
    // Trouble of ours leaves the bytes where the sender's next try finds them.
    if (isRefusal(error)) await blobs.remove(version);
    else await blobs.keepBack(version, file);
    throw error;
  }
  if (replaced !== null) await blobs.remove(replaced);
  return { id: version, replaced };
}

/** @throws HttpError 415 */
export function requireMime(bucket: Bucket, mime: string): void {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const fits = (pattern: string) =>
    pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)));
  if (bucket.mimes && !bucket.mimes.some(fits))
    throw new HttpError(415, 'invalid_mime_type', `mime type ${saidBack(type) || 'unknown'} is not supported`);
}
