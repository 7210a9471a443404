import { HttpError } from '../http/http-error.ts';
import { safeToEcho } from './bounded-values.ts';

export interface ObjectAddress {
  readonly bucket: string;
  /** Path inside the bucket, decoded. */
  readonly name: string;
}

/** Characters that Supabase Storage accepts in a name. */
const allowed = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/**
 * Validates a bucket and a name. @throws HttpError 400 for one that Supabase would refuse, or that leaves its folder
 */
export function objectAddress(bucket: string | undefined, name: string | undefined): ObjectAddress {
  if (!bucket || !/^[\w-]{1,100}$/.test(bucket))
    throw new HttpError(400, 'InvalidBucketName', 'The bucket name is not valid.');
  const parts = name?.split('/') ?? [];
  const climbs = parts.some((part) => part === '' || part === '.' || part === '..');
  if (!name || name.length > 900 || climbs || !allowed.test(name))
    throw new HttpError(400, 'InvalidKey', `Invalid key: ${safeToEcho(name ?? '')}`);
  return { bucket, name };
}

/** The object named by the rest of a URL path, e.g. `tracks/user/file.mp3`, each part percent-decoded. */
export function addressFromPath(rest: string): ObjectAddress {
  try {
    const [bucket, ...parts] = rest.split('/').map(decodeURIComponent);
    return objectAddress(bucket, parts.join('/'));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'InvalidKey', 'The address cannot be read.');
  }
}
