import type postgres from 'postgres';
import * as z from 'zod/mini';
import { asCaller, type Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import type { StorageDeps } from './accept-object.ts';
import { MAX_NAME, objectAddress, type ObjectAddress } from './object-name.ts';
import { asHttpError, findObject } from './object-rows.ts';

interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly owner: string | null;
  readonly version: string | null;
  readonly metadata: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
}

const removeBody = z.object({ prefixes: z.array(z.string()).check(z.maxLength(1000)) });

export async function removeObjects(
  { sql, blobs }: StorageDeps,
  caller: Caller,
  bucket: string,
  body: unknown,
): Promise<ObjectRow[]> {
  const parsed = z.safeParse(removeBody, body);
  if (!parsed.success) throw new HttpError(400, 'Bad request', 'Send { "prefixes": [names] }, at most 1000.');
  const names = parsed.data.prefixes.map((name) => objectAddress(bucket, name).name);
  const rows = await asCaller(sql, caller, (tx) => deleteRows(tx, bucket, names)).catch((error: unknown) => {
    throw asHttpError(error);
  });
  for (const row of rows) if (row.version) await blobs.remove(row.version);
  return rows;
}

/** The error for a deletion that removed nothing: 403 if the caller may read the object, else 404. */
export async function deletionError({ sql }: StorageDeps, caller: Caller, address: ObjectAddress): Promise<HttpError> {
  const object = await asCaller(sql, caller, (tx) => findObject(tx, address));
  return object ? new HttpError(403, 'Unauthorized', 'Access denied') : notFound();
}

async function deleteRows(tx: postgres.TransactionSql, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  return await tx<ObjectRow[]>`
    delete from storage.objects where bucket_id = ${bucket} and name = any(${[...names]})
    returning id, name, bucket_id, owner, version, metadata, created_at, updated_at, last_accessed_at`;
}

const listBody = z.object({
  prefix: z._default(z.string().check(z.maxLength(MAX_NAME)), ''),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 100),
  offset: z._default(z.int().check(z.minimum(0)), 0),
  search: z._default(z.string(), ''),
  sortBy: z._default(
    z.object({
      column: z._default(z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']), 'name'),
      order: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
});

/** Lists the entries of a folder, subfolders first, by default the first 100 by name. The entry of a subfolder has no id. */
export async function listObjects(
  { sql }: StorageDeps,
  caller: Caller,
  bucket: string,
  body: unknown,
): Promise<unknown[]> {
  const parsed = z.safeParse(listBody, body);
  if (!parsed.success) throw new HttpError(400, 'Bad request', 'The list cannot be made from these options.');
  const { limit, offset, search, sortBy } = parsed.data;
  const prefix = parsed.data.prefix.replace(/^\/+|\/+$/g, '');
  const folder = prefix === '' ? '' : `${prefix}/`;
  const sortColumn = sql`${sql(sortBy.column)}`;
  const order = sortBy.order === 'asc' ? sql`asc` : sql`desc`;
  return await asCaller(sql, caller, async (tx) => {
    const rows = await tx`
      with below as (
        select substr(name, ${folder.length + 1}) as rest, id, created_at, updated_at, last_accessed_at, metadata
          from storage.objects where bucket_id = ${bucket} and starts_with(name, ${folder})
      ), entries as (
        select rest as name, id, created_at, updated_at, last_accessed_at, metadata from below where position('/' in rest) = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
          from below where position('/' in rest) > 0
      )
      select * from entries where starts_with(lower(name), ${search.toLowerCase()})
       order by id is not null, ${sortColumn} ${order}, name limit ${limit} offset ${offset}`;
    return [...rows];
  });
}

/** @throws HttpError 404 */
export async function objectInfo({ sql }: StorageDeps, caller: Caller, address: ObjectAddress): Promise<unknown> {
  const object = await asCaller(sql, caller, (tx) => findObject(tx, address));
  if (!object) throw notFound();
  return {
    id: object.id,
    name: address.name,
    version: object.version,
    bucket_id: address.bucket,
    size: object.bytes,
    content_type: object.mime,
    cache_control: object.cacheControl,
    etag: `"${object.version}"`,
    last_modified: object.updatedAt.toISOString(),
    created_at: object.createdAt.toISOString(),
    metadata: object.userMetadata ?? {},
  };
}

export const notFound = () => new HttpError(404, 'not_found', 'Object not found');
