import { createHmac } from 'node:crypto';
import { isSameKey } from '../http/same-key.ts';
import * as z from 'zod/mini';
import { asCaller, type Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import { checkMayStore, findObject } from './object-rows.ts';
import { notFound } from './manage-objects.ts';
import type { StorageDeps } from './accept-object.ts';
import { objectAddress, type ObjectAddress } from './object-name.ts';

const UPLOAD_VALID_S = 2 * 60 * 60;

const expiresIn = z.int().check(z.minimum(1), z.maximum(2 ** 31));
const signBody = z.object({ expiresIn });
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).check(z.maxLength(1000)) });
/** `use` separates the two kinds of tokens. Neither works as a session token, because they have no role. */
const readClaims = z.object({ use: z.literal('read'), url: z.string(), exp: z.number() });
const uploadClaims = z.object({
  use: z.literal('upload'),
  url: z.string(),
  exp: z.number(),
  owner: z.nullable(z.string()),
  upsert: z.boolean(),
});

/** @throws HttpError 400 for an invalid body, 404 when the caller may not read the object */
export async function signObject(
  deps: StorageDeps,
  secret: string,
  caller: Caller,
  address: ObjectAddress,
  body: unknown,
) {
  const parsed = z.safeParse(signBody, body);
  if (!parsed.success) throw new HttpError(400, 'InvalidRequest', 'Say for how many seconds (expiresIn).');
  const object = await asCaller(deps.sql, caller, (tx) => findObject(tx, address));
  if (!object) throw notFound();
  return { signedURL: readUrl(secret, address, parsed.data.expiresIn) };
}

export async function signObjects(deps: StorageDeps, secret: string, caller: Caller, bucket: string, body: unknown) {
  const parsed = z.safeParse(signManyBody, body);
  if (!parsed.success) throw new HttpError(400, 'InvalidRequest', 'Send { expiresIn, paths }, at most 1000.');
  const addresses = parsed.data.paths.map((path) => objectAddress(bucket, path));
  const names = addresses.map(({ name }) => name);
  const rows = await asCaller(
    deps.sql,
    caller,
    (tx) =>
      tx<{ name: string }[]>`select name from storage.objects where bucket_id = ${bucket} and name = any(${names})`,
  );
  const readable = new Set(rows.map(({ name }) => name));
  return addresses.map((address) =>
    readable.has(address.name)
      ? { error: null, path: address.name, signedURL: readUrl(secret, address, parsed.data.expiresIn) }
      : {
          error: 'Either the object does not exist or you do not have access to it',
          path: address.name,
          signedURL: null,
        },
  );
}

function readUrl(secret: string, { bucket, name }: ObjectAddress, seconds: number): string {
  const token = sign(secret, { use: 'read', url: `${bucket}/${name}`, exp: inSeconds(seconds) });
  return `/object/sign/${bucket}/${name}?token=${token}`;
}

/** @throws HttpError unless the token is valid for reading this object */
export function requireReadToken(secret: string, { bucket, name }: ObjectAddress, token: string | null): void {
  const claims = z.safeParse(readClaims, verify(secret, token));
  if (!claims.success || claims.data.url !== `${bucket}/${name}`) throw invalidSignature();
  requireUnexpired(claims.data.exp);
}

/** Creates a URL with which anybody may upload the object as the caller. @throws HttpError when the caller may not upload it */
export async function signUpload(
  deps: StorageDeps,
  secret: string,
  caller: Caller,
  address: ObjectAddress,
  upsert: boolean,
) {
  const placeholders = { version: '', bytes: 0, mime: '', cacheControl: '', userMetadata: null };
  await checkMayStore(deps.sql, caller, { ...address, ...placeholders, upsert });
  const url = `${address.bucket}/${address.name}`;
  const token = sign(secret, { use: 'upload', url, exp: inSeconds(UPLOAD_VALID_S), owner: caller.userId, upsert });
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
}

/** The caller of an upload by token: the signer of its URL, whose policies apply. @throws HttpError for an invalid token */
export function uploaderOfToken(
  secret: string,
  { bucket, name }: ObjectAddress,
  token: string | null,
): { readonly caller: Caller; readonly upsert: boolean } {
  const parsed = z.safeParse(uploadClaims, verify(secret, token));
  if (!parsed.success || parsed.data.url !== `${bucket}/${name}`) throw invalidSignature();
  const { owner, upsert, exp } = parsed.data;
  requireUnexpired(exp);
  const role = owner === null ? 'service_role' : 'authenticated';
  const claims = owner === null ? { role } : { role, sub: owner };
  return { caller: { role, userId: owner, claims, expiresAt: exp }, upsert };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const invalidSignature = () => new HttpError(400, 'InvalidSignature', 'Invalid signature');

function requireUnexpired(exp: number): void {
  if (exp * 1000 <= Date.now()) throw new HttpError(400, 'InvalidJWT', '"exp" claim timestamp check failed');
}

const HEAD = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

function sign(secret: string, claims: Record<string, unknown>): string {
  const content = `${HEAD}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${content}.${signatureOf(secret, content)}`;
}

const signatureOf = (secret: string, content: string) =>
  createHmac('sha256', secret).update(content).digest('base64url');

/** The claims of a token; null without a valid signature. */
function verify(secret: string, token: string | null): unknown {
  const [head = '', claims = '', signature = ''] = (token ?? '').split('.');
  if (head !== HEAD || !isSameKey(signatureOf(secret, `${head}.${claims}`), signature)) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
