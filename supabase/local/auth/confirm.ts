import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { Exchange } from '../http/router.ts';
import { wrongCode } from './auth-guard.ts';
import { confirmEmailChange, FIRST_ADDRESS_CONFIRMED } from './change-email.ts';
import { type Confirmation, readConfirmation, withoutUnprovenPassword } from './mail-confirmation.ts';
import { callbackLink, type MailContext, OTP_EXPIRY_S } from './mail-links.ts';

export type ForwardToLite = (url: URL, body: Buffer) => Promise<Response>;

const typed = z.looseObject({ type: z.string() });
const somethingToConfirm = z.union([z.looseObject({ token: z.unknown() }), z.looseObject({ token_hash: z.unknown() })]);

/**
 * Redirects a followed link to the page that redeems it. Redeems nothing itself, because mail scanners follow links
 * (S-50).
 */
export function redirectToPage({ url }: Exchange, context: MailContext): Response {
  const token = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '';
  const headers = {
    location: callbackLink(context, { token_hash: token, type: url.searchParams.get('type') ?? '' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
  return new Response(null, { status: 303, headers });
}

/** Redeems a mail's link or code. */
export async function confirm(
  { url }: Exchange,
  { body, json }: { readonly body: Buffer; readonly json: unknown },
  { secret }: MailContext,
  forwardToLite: ForwardToLite,
  { sql }: { readonly sql: postgres.Sql },
): Promise<Response> {
  let confirmation = readConfirmation(json, body, secret);
  const parsed = z.safeParse(typed, json);
  const type = parsed.success ? parsed.data.type : '';
  if (confirmation && type === 'email') confirmation = withType(confirmation, await mailType(sql, confirmation.hash));
  if (confirmation && type === 'email_change') {
    const confirmed = await confirmEmailChange(sql, confirmation.hash, OTP_EXPIRY_S);
    if (confirmed === 'first') return Response.json({ code: '200', msg: FIRST_ADDRESS_CONFIRMED });
    if (confirmed === null) confirmation = null;
  }
  // An invalid link or code gets the answer for an expired one.
  if (!confirmation)
    return z.safeParse(somethingToConfirm, json).success ? wrongCode() : await forwardToLite(url, body);
  const { hash, body: forwarded } = confirmation;
  return await withoutUnprovenPassword(sql, hash, () => forwardToLite(url, forwarded));
}

async function mailType(sql: postgres.Sql, hash: string): Promise<string> {
  const [user] = await sql`select from auth.users where confirmation_token = ${hash}`;
  return user ? 'signup' : 'magiclink';
}

function withType({ body, hash }: Confirmation, type: string): Confirmation {
  return { hash, body: Buffer.from(JSON.stringify({ ...typed.parse(JSON.parse(body.toString())), type })) };
}
