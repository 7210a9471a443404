import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { asCaller, becomeCaller, type Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import { maxAgeOf } from './bounded-values.ts';
import type { FileFacts } from './inspect/inspect-file.ts';
import type { ObjectAddress } from './object-name.ts';
import type { UserMetadata } from './user-metadata.ts';

export interface Bucket {
  readonly id: string;
  readonly public: boolean;
  /** Maximum bytes of an object; null if only the general limit applies. */
  readonly limit: number | null;
  /** Types that the bucket accepts, for example 'audio/mpeg' or 'image/*'; null accepts all. */
  readonly mimes: readonly string[] | null;
}

export interface NewObject extends ObjectAddress {
  readonly version: string;
  readonly bytes: number;
  readonly mime: string;
  readonly cacheControl: string;
  readonly upsert: boolean;
  readonly userMetadata: UserMetadata | null;
  /** Whether this process itself stores the object, such as the demo's music: neither policies nor the limit of unused files apply. */
  readonly isOwn?: boolean;
}

export interface StoredObject {
  readonly id: string;
  readonly version: string;
  readonly bytes: number;
  readonly mime: string;
  readonly cacheControl: string;
  readonly updatedAt: Date;
  readonly createdAt: Date;
  readonly userMetadata: UserMetadata | null;
}

/** @throws HttpError 404 */
export async function findBucket(sql: postgres.Sql, id: string): Promise<Bucket> {
  const [bucket] = await sql<Bucket[]>`
    select id, coalesce(public, false) as public, file_size_limit::float8 as limit, allowed_mime_types as mimes
      from storage.buckets where id = ${id}`;
  if (!bucket) throw new HttpError(404, 'Bucket not found', 'Bucket not found');
  return bucket;
}

/** Checks the caller's policies: inserts the row and rolls back. @throws HttpError 400, 401, 403, 404, 409 or 423 */
export async function checkMayStore(sql: postgres.Sql, caller: Caller, object: NewObject): Promise<void> {
  const rollback = new Error('rollback');
  await asCaller(sql, serviceCaller, async (tx) => {
    await recordFacts(tx, object, { kind: 'unknown', mime: object.mime, durationMs: null });
    await becomeCaller(tx, caller);
    await insertRow(tx, caller, object);
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw asHttpError(error);
  });
}

/**
 * Stores an object's row and its facts in one transaction.
 * @returns the replaced version, or null
 * @throws HttpError as {@link checkMayStore}
 */
export async function storeRow(
  sql: postgres.Sql,
  caller: Caller,
  object: NewObject,
  facts: FileFacts,
): Promise<string | null> {
  try {
    return await asCaller(sql, serviceCaller, async (tx) => {
      // The database accepts a file in a public bucket only if the same transaction has recorded its facts.
      await recordFacts(tx, object, facts);
      if (object.isOwn) await tx`reset role`;
      else await becomeCaller(tx, caller);
      return await insertRow(tx, caller, object);
    });
  } catch (error) {
    throw asHttpError(error);
  }
}

const serviceCaller: Caller = {
  role: 'service_role',
  userId: null,
  claims: { role: 'service_role' },
  expiresAt: Number.POSITIVE_INFINITY,
};

async function recordFacts(
  tx: postgres.TransactionSql,
  object: NewObject,
  facts: { readonly kind: string; readonly mime: string; readonly durationMs: number | null },
): Promise<void> {
  await tx`select public.record_file_facts(p_bucket => ${object.bucket}, p_name => ${object.name}, p_kind => ${facts.kind},
    p_mime => ${facts.mime}, p_bytes => ${object.bytes}, p_duration_ms => ${facts.durationMs})`;
}

async function insertRow(tx: postgres.TransactionSql, caller: Caller, object: NewObject): Promise<string | null> {
  const now = new Date().toISOString();
  const metadata = {
    eTag: `"${object.version}"`,
    size: object.bytes,
    mimetype: object.mime,
    cacheControl: object.cacheControl,
    lastModified: now,
    contentLength: object.bytes,
    httpStatusCode: 200,
  };
  const replacedRows = object.upsert
    ? await tx<{ version: string | null }[]>`
        select version from storage.objects where bucket_id = ${object.bucket} and name = ${object.name} for update`
    : [];
  const update = tx`on conflict (bucket_id, name) do update
    set version = excluded.version, metadata = excluded.metadata, owner = excluded.owner, owner_id = excluded.owner_id,
      user_metadata = excluded.user_metadata, updated_at = now()`;
  await tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
    values (${randomUUID()}, ${object.bucket}, ${object.name}, ${caller.userId}, ${caller.userId}, ${tx.json(metadata)},
      ${object.userMetadata && tx.json(object.userMetadata)}, ${object.version})
    ${object.upsert ? update : tx``}`;
  return replacedRows[0]?.version ?? null;
}

export async function findObject(
  sql: postgres.Sql | postgres.TransactionSql,
  { bucket, name }: ObjectAddress,
): Promise<StoredObject | null> {
  const [row] = await sql<StoredObject[]>`
    select id, version, (metadata ->> 'size')::float8 as bytes, metadata ->> 'mimetype' as mime,
           left(metadata ->> 'cacheControl', 400) as "cacheControl", updated_at as "updatedAt", created_at as "createdAt",
           user_metadata as "userMetadata"
      from storage.objects where bucket_id = ${bucket} and name = ${name} and version is not null`;
  // Bound the value again: an earlier version or another program may have written the row.
  return row ? { ...row, cacheControl: maxAgeOf(row.cacheControl) } : null;
}

/** Turns a database error into the refusal that the client gets. Returns other errors unchanged. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  if (error.code === '42501') {
    const isForPeople = error.detail === 'too_many_files';
    return new HttpError(
      403,
      'Unauthorized',
      isForPeople ? error.message : 'new row violates row-level security policy',
    );
  }
  // The person has ended this session. PostgREST answers this code with 401 too.
  if (error.code === 'PT401') return new HttpError(401, 'Unauthorized', error.message);
  if (error.code === '55P03') return new HttpError(423, 'Locked', error.message, { 'retry-after': '1' });
  if (error.code === '23505') return new HttpError(409, 'Duplicate', 'The resource already exists');
  if (error.code === '23503') return new HttpError(404, 'Bucket not found', 'Bucket not found');
  // Class 22: Postgres cannot store the value, e.g. a text with a zero byte.
  if (['P0', '22', '23'].includes(error.code.slice(0, 2))) return new HttpError(400, 'Bad request', error.message);
  return error;
}
