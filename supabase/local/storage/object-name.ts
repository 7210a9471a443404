import { HttpError } from '../http/http-error.ts';
import { safeToEcho } from './bounded-values.ts';

export interface ObjectAddress {
  readonly bucket: string;
  readonly name: string;
}

/** Characters of the name of an object. */
export const MAX_NAME = 900;

const allowed = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/** Checks a bucket and a name. @throws HttpError 400 for a name that Supabase would refuse, or with an empty part, '.' or '..' */
export function objectAddress(bucket: string | undefined, name: string | undefined): ObjectAddress {
  if (!bucket || !/^[\w-]{1,100}$/.test(bucket))
    throw new HttpError(400, 'InvalidBucketName', 'The bucket name is not valid.');
  const parts = name?.split('/') ?? [];
  const hasInvalidPart = parts.some((part) => part === '' || part === '.' || part === '..');
  if (!name || name.length > MAX_NAME || hasInvalidPart || !allowed.test(name))
    throw new HttpError(400, 'InvalidKey', `Invalid key: ${safeToEcho(name ?? '')}`);
  return { bucket, name };
}

/** Reads bucket and name from a percent-encoded path. @throws HttpError 400 as {@link objectAddress} */
export function addressFromPath(path: string): ObjectAddress {
  try {
    const [bucket, ...parts] = path.split('/').map(decodeURIComponent);
    return objectAddress(bucket, parts.join('/'));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'InvalidKey', 'The address cannot be read.');
  }
}
