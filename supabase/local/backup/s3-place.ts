import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3ServiceError, S3mini } from 's3mini';
import { StartError } from '../start-error.ts';
import type { BackupPlace, PlacedObject } from './backup-place.ts';
import { explainS3Error, isConditionUnknown, isTransient, noBucket } from './s3-errors.ts';
import type { S3Settings } from './s3-settings.ts';

/** Attempts for each request. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
/** Timeout of a request: services refuse signatures older than 15 minutes, and a part (8 MB) is sent sooner on the slowest usable connection. */
const REQUEST_MS = 10 * 60_000;

/** Opens a place in an S3 bucket. @param firstWaitMs pause before the second try; it doubles with each further one */
export function openS3Place(settings: S3Settings, firstWaitMs = FIRST_WAIT_MS): BackupPlace {
  const { address: name, prefix } = settings;
  const client = openClient(settings, {});
  const creator = openClient(settings, { 'if-none-match': '*' });
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === TRIES || !isTransient(error)) throw error;
        await sleep(firstWaitMs * 2 ** (tries - 1));
      }
    }
  };
  const withExplainedErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await attempt(work);
    } catch (error) {
      throw explainS3Error(error, settings);
    }
  };
  const get = async (key: string): Promise<Uint8Array | null> => {
    const response = await client.getObjectResponse(prefix + key);
    return response && new Uint8Array(await response.arrayBuffer());
  };
  return {
    name,
    list: (at) => withExplainedErrors(() => listObjects(client, settings, at)),
    get: (key) => withExplainedErrors(() => get(key)),
    put: (key, content) => withExplainedErrors(async () => void (await client.putObject(prefix + key, content))),
    create: (key, content) =>
      withExplainedErrors(async () => {
        try {
          await creator.putObject(prefix + key, content);
        } catch (error) {
          if (error instanceof S3ServiceError && error.status === 412) return;
          if (!isConditionUnknown(error)) throw error;
          await client.putObject(prefix + key, content);
        }
      }),
    remove: (key) => withExplainedErrors(async () => void (await client.deleteObject(prefix + key))),
  };
}

async function listObjects(client: S3mini, settings: S3Settings, at: string): Promise<Map<string, PlacedObject>> {
  const { prefix } = settings;
  const objects = await client.listObjects('/', prefix + at);
  if (objects === null) throw new StartError(noBucket(settings));
  const found = new Map<string, PlacedObject>();
  for (const { Key: key, Size: bytes, LastModified: changedAt } of objects)
    if (key.startsWith(prefix + at)) found.set(key.slice(prefix.length), { bytes, changedAt });
  return found;
}

/**
 * Opens a client that adds `headersOfPut` and Content-MD5 to each PUT; the library itself sends only x-amz-* headers.
 * With Content-MD5 every service refuses content that was damaged on the way. Some do not know the newer checksum headers.
 */
function openClient(settings: S3Settings, headersOfPut: Record<string, string>): S3mini {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  return new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: REQUEST_MS,
    fetch: (input, init) => {
      const { body } = init ?? {};
      if (init?.method !== 'PUT' || !(body instanceof Uint8Array)) return fetch(input, init);
      const headers = new Headers(init.headers);
      headers.set('content-md5', createHash('md5').update(body).digest('base64'));
      for (const [header, value] of Object.entries(headersOfPut)) headers.set(header, value);
      return fetch(input, { ...init, headers });
    },
  });
}
