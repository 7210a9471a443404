import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { bearerIn } from '../../functions/_shared/bearer.ts';
import { isSameKey } from '../http/same-key.ts';
import type { StackKeys } from '../keys.ts';

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.optional(z.string()),
  exp: z.number(),
});

export interface Caller {
  readonly role: 'anon' | 'authenticated' | 'service_role';
  /** Null for the publishable key, the service key, and a token without a subject. */
  readonly userId: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Seconds since 1970; infinite for the publishable key and the service key. */
  readonly expiresAt: number;
}

type CallerKeys = Pick<StackKeys, 'publishableKey' | 'serviceRoleKey' | 'jwtSecret'>;

/** Null when the token is unknown, forged or expired. */
export function callerOfToken(token: string, keys: CallerKeys, now = Date.now()): Caller | null {
  if (isSameKey(token, keys.publishableKey)) return keyCaller('anon');
  if (isSameKey(token, keys.serviceRoleKey)) return keyCaller('service_role');
  const [head, body, signature, ...rest] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) return null;
  const expected = createHmac('sha256', keys.jwtSecret).update(`${head}.${body}`).digest('base64url');
  if (!isSameKey(signature, expected)) return null;
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    if (!z.safeParse(z.looseObject({ alg: z.literal('HS256') }), header).success) return null;
    const claims = z.safeParse(claimsSchema, JSON.parse(Buffer.from(body, 'base64url').toString()));
    if (!claims.success || claims.data.exp * 1000 <= now) return null;
    return { role: claims.data.role, userId: claims.data.sub ?? null, claims: claims.data, expiresAt: claims.data.exp };
  } catch {
    return null;
  }
}

/** Uses the bearer token, else `apikey`. Null when both are missing or the used one is invalid. */
export function callerOfHeaders(headers: IncomingHttpHeaders, keys: CallerKeys): Caller | null {
  const bearer = bearerIn(headers.authorization);
  const apikey = headers['apikey'];
  const token = bearer ?? (typeof apikey === 'string' ? apikey : undefined);
  return token === undefined ? null : callerOfToken(token, keys);
}

/** Runs queries with the caller's role and claims, so that row-level security applies. */
export async function asCaller<T>(
  sql: postgres.Sql,
  caller: Caller,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const run = await sql.begin(async (tx) => {
    await becomeCaller(tx, caller);
    return { result: await work(tx) };
  });
  return run.result;
}

/** Runs the rest of the transaction as this caller. */
export async function becomeCaller(tx: postgres.TransactionSql, caller: Caller): Promise<void> {
  await tx`select set_config('role', ${caller.role}, true),
                  set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
                  set_config('request.jwt.claim.sub', ${caller.userId ?? ''}, true),
                  set_config('request.jwt.claim.role', ${caller.role}, true)`;
}

function keyCaller(role: 'anon' | 'service_role'): Caller {
  return { role, userId: null, claims: { role }, expiresAt: Number.POSITIVE_INFINITY };
}
