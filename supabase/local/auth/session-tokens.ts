import { createHmac, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import * as z from 'zod/mini';

export interface TokenContext {
  readonly sql: postgres.Sql;
  readonly secret: string;
  readonly issuer: string;
  /** Null when an existing session continues. */
  readonly method: 'password' | 'otp' | null;
  /** The header `User-Agent`, by which the person recognizes the device. */
  readonly userAgent: string;
}

/** Longest stored `User-Agent`, in characters. Real ones have up to 300. */
const MAX_USER_AGENT = 500;

const session = z.looseObject({ access_token: z.string() });
const ownClaims = z.looseObject({ sub: z.string(), session_id: z.string() });

/** Adds hosted Auth's claims to a session's new token, and stores the session's user agent and refresh time. @supabase/lite does neither. */
export async function withFullTokens(response: Response, context: TokenContext): Promise<Response> {
  if (!response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return response;
  const text = await response.text();
  const parsed = z.safeParse(session, JSON.parse(text === '' ? 'null' : text));
  const body = parsed.success
    ? JSON.stringify({ ...parsed.data, access_token: await fullToken(parsed.data.access_token, context) })
    : text;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

interface Facts {
  readonly email: string | null;
  readonly phone: string | null;
  readonly app_metadata: Record<string, unknown>;
  readonly user_metadata: Record<string, unknown>;
  readonly aal: string;
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[];
}

async function fullToken(token: string, { sql, secret, issuer, method, userAgent }: TokenContext): Promise<string> {
  const [head = '', payload = ''] = token.split('.');
  const claims = ownClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  await sql`update auth.sessions
    set user_agent = ${userAgent.slice(0, MAX_USER_AGENT)}, refreshed_at = now() at time zone 'UTC'
    where id = ${claims.session_id}`;
  if (method !== null) {
    await sql`insert into auth.mfa_amr_claims (id, session_id, authentication_method)
      values (${randomUUID()}, ${claims.session_id}, ${method}) on conflict do nothing`;
  }
  const [facts] = await sql<Facts[]>`
    select u.email, u.phone, coalesce(u.raw_app_meta_data, '{}') as app_metadata,
           coalesce(u.raw_user_meta_data, '{}') as user_metadata, coalesce(s.aal, 'aal1') as aal,
           coalesce(
             (select jsonb_agg(jsonb_build_object(
                'method', a.authentication_method, 'timestamp', extract(epoch from a.created_at)::bigint) order by a.created_at)
              from auth.mfa_amr_claims a where a.session_id = s.id), '[]'
           ) as amr
      from auth.users u join auth.sessions s on s.user_id = u.id
      where u.id = ${claims.sub} and s.id = ${claims.session_id}`;
  if (!facts) return token;
  const full = {
    iss: issuer,
    ...claims,
    ...facts,
    email: facts.email ?? '',
    phone: facts.phone ?? '',
    is_anonymous: false,
  };
  const signed = `${head}.${Buffer.from(JSON.stringify(full)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
