import { StartError } from '../start-error.ts';

export interface S3Settings {
  /** As the operator wrote it. */
  readonly address: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const FORM = 's3://BUCKET/PREFIX';

/** Reads the settings by the names that other S3 tools use. No message repeats a key. @throws StartError */
export function readS3Settings(address: string, env: NodeJS.ProcessEnv): S3Settings {
  const match = /^s3:\/\/([a-z0-9][a-z0-9._-]+)(?:\/(.*))?$/.exec(address);
  // The address may contain keys by mistake, and so is not repeated.
  if (!match || /[@?#]|\p{Cc}/u.test(address))
    throw new StartError(
      `The address of backups must have the form ${FORM}. Keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  const [, bucket = '', path = ''] = match;
  // Services differ in how they escape these characters in lists.
  if (/['"<>&%\\]/.test(path)) throw new StartError(`The prefix of ${address} may not have any of ' " < > & % \\.`);
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`;
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new StartError('AWS_ENDPOINT_URL_S3 must be an address like https://s3.example.com.');
  if (/@/.test(new URL(endpoint).href.split('?')[0] ?? ''))
    throw new StartError(
      'AWS_ENDPOINT_URL_S3 may not contain a user or a password. Keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID']?.trim(), env['AWS_SECRET_ACCESS_KEY']?.trim()];
  if (!accessKeyId || !secretAccessKey)
    throw new StartError(`${address} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.`);
  const prefix = path.replace(/^\/+|\/+$/g, '');
  return {
    address,
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
  };
}
