import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { asCaller, type Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import {
  acceptObject,
  checkUpload,
  limitOf,
  requireMime,
  tooLarge,
  type StorageDeps,
  type Upload,
} from './accept-object.ts';
import { notFound } from './manage-objects.ts';
import { objectAddress, type ObjectAddress } from './object-name.ts';
import { asHttpError, checkMayStore, findBucket, findObject, type StoredObject } from './object-rows.ts';

const addressesBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.optional(z.string()),
});

function readAddresses(body: unknown): { from: ObjectAddress; to: ObjectAddress } {
  const parsed = z.safeParse(addressesBody, body);
  if (!parsed.success) throw new HttpError(400, 'InvalidRequest', 'Send { bucketId, sourceKey, destinationKey }.');
  const { bucketId, sourceKey, destinationKey, destinationBucket = bucketId } = parsed.data;
  return { from: objectAddress(bucketId, sourceKey), to: objectAddress(destinationBucket, destinationKey) };
}

async function requireObject({ sql }: StorageDeps, caller: Caller, from: ObjectAddress): Promise<StoredObject> {
  const object = await asCaller(sql, caller, (tx) => findObject(tx, from));
  if (!object) throw notFound();
  return object;
}

export async function copyObject(deps: StorageDeps, caller: Caller, body: unknown, upsert: boolean) {
  const { from, to } = readAddresses(body);
  const object = await requireObject(deps, caller, from);
  const upload: Upload = {
    ...to,
    declaredMime: object.mime,
    declaredBytes: object.bytes,
    cacheControl: object.cacheControl,
    upsert,
    userMetadata: object.userMetadata,
  };
  await checkUpload(deps, caller, upload);
  const file = deps.blobs.incomingPath(randomUUID());
  try {
    await copyFile(deps.blobs.path(object.version), file);
    const { id } = await acceptObject(deps, caller, upload, file);
    return { Id: id, Key: `${to.bucket}/${to.name}` };
  } finally {
    await rm(file, { force: true });
  }
}

export async function moveObject(deps: StorageDeps, caller: Caller, body: unknown) {
  const { from, to } = readAddresses(body);
  const object = await requireObject(deps, caller, from);
  const bucket = await findBucket(deps.sql, to.bucket);
  requireMime(bucket, object.mime);
  if (object.bytes > limitOf(bucket)) throw tooLarge();
  if (to.bucket !== from.bucket) await checkMayStore(deps.sql, caller, { ...object, ...to, upsert: false });
  await asCaller(deps.sql, caller, async (tx) => {
    const moved = await tx`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now()
        where bucket_id = ${from.bucket} and name = ${from.name}`;
    if (moved.count === 0) throw new HttpError(403, 'Unauthorized', 'new row violates row-level security policy');
  }).catch((error: unknown) => {
    throw asHttpError(error);
  });
  return { message: 'Successfully moved' };
}
