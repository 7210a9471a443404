import { S3ServiceError } from 's3mini';
import { StartError, reasonOf } from '../start-error.ts';
import type { S3Settings } from './s3-settings.ts';

/** Error codes after which the same request may succeed later. */
const TRANSIENT_CODES =
  /^(?:SlowDown|ServiceUnavailable|InternalError|RequestTimeout|BadDigest|ConditionalRequestConflict)$/;
const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504]);

/** The error code in an answer of the service; empty if it has none. */
export function codeOfAnswer(error: unknown): string {
  if (!(error instanceof S3ServiceError)) return '';
  // The client reads the code only if the answer's type is exactly application/xml.
  return inTag(error.body, 'Code') || error.serviceCode || '';
}

/** Whether the same request may succeed later. Errors without an answer come from the network, so they may. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StartError) return false;
  if (!(error instanceof S3ServiceError)) return true;
  return TRANSIENT_STATUS.has(error.status) || TRANSIENT_CODES.test(codeOfAnswer(error));
}

/** Whether the service does not support `If-None-Match`, which creates an object only if there is none. */
export function isConditionUnknown(error: unknown): boolean {
  return error instanceof S3ServiceError && (error.status === 501 || codeOfAnswer(error) === 'NotImplemented');
}

/**
 * Says in plain words what the service or the network refused, and what to do. Repeats only the code, the region and the
 * time of the answer: the rest may name keys.
 */
export function explainS3Error(error: unknown, settings: S3Settings): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    error instanceof S3ServiceError ? explainAnswer(error, settings) : explainNetwork(error, settings),
  );
}

export const noBucket = ({ bucket, endpoint }: S3Settings) =>
  `There is no bucket ${bucket} at ${endpoint}. Create it there, or correct the address of the backups.`;

function explainAnswer(error: S3ServiceError, settings: S3Settings): string {
  const { bucket, endpoint, region } = settings;
  const code = codeOfAnswer(error);
  const wanted = inTag(error.body, 'Region');
  switch (code) {
    case 'NoSuchBucket':
      return noBucket(settings);
    case 'RequestTimeTooSkewed':
    case 'RequestExpired':
      return (
        `The clock of this machine says ${new Date().toISOString()}, and ${endpoint} refuses requests of that time` +
        `${describeServerTime(error.body)}. Set the clock by a time server: timedatectl set-ntp true`
      );
    case 'InvalidAccessKeyId':
      return `${endpoint} does not know the key of AWS_ACCESS_KEY_ID. Correct it, or create a new key there.`;
    case 'SignatureDoesNotMatch':
      return `${endpoint} refuses the key: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID. Copy both anew.`;
    case 'AccessDenied':
      return `The key may not use bucket ${bucket} at ${endpoint}. Allow it to list, read, write and delete objects there.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return `The bucket ${bucket} is in another region than AWS_REGION, ${region}${wanted === '' ? '' : `: set AWS_REGION=${wanted}`}. The endpoint must be that of the region too.`;
    case 'XMinioStorageFull':
    case 'QuotaExceeded':
    case 'InsufficientStorage':
      return `The storage of ${endpoint} is full (${code}). Make room or raise the quota there; earlier backups stay.`;
    default:
  }
  if (error.status === 301 || error.status === 307)
    return `The bucket ${bucket} is in another region than AWS_REGION, ${region}. Set AWS_REGION and the endpoint of its region.`;
  if (error.status === 507) return `The storage of ${endpoint} is full. Make room there; earlier backups stay.`;
  return `${endpoint} answers ${error.status}${code === '' || code === 'Unknown' ? '' : ` (${code})`} for bucket ${bucket}. Try again later, or ask its operator.`;
}

function explainNetwork(error: unknown, { endpoint }: S3Settings): string {
  const code = findCode(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name of ${endpoint} is not found. Check the network and AWS_ENDPOINT_URL_S3.`;
  if (/CERT|SELF_SIGNED|ERR_TLS/.test(code))
    return `The certificate of ${endpoint} is not valid (${code}). For your own authority set NODE_EXTRA_CA_CERTS=/path/ca.pem.`;
  return `${endpoint} cannot be reached (${code || reasonOf(error)}). Check the network and AWS_ENDPOINT_URL_S3.`;
}

/** The code of an error or of its causes: the client and fetch each wrap the system's error. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause);
}

function describeServerTime(body: string | undefined): string {
  const time = inTag(body, 'ServerTime');
  return time === '' ? '' : `; there it is ${time}`;
}

function inTag(body: string | undefined, tag: string): string {
  return new RegExp(`<${tag}>([\\w:.-]{1,60})</${tag}>`).exec(body ?? '')?.[1] ?? '';
}
