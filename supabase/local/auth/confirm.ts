import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { Exchange } from '../http/router.ts';
import { wrongCode } from './auth-guard.ts';
import { confirmEmailChange, FIRST_ADDRESS_CONFIRMED } from './change-email.ts';
import { type Confirmation, readConfirmation, withoutUnprovenPassword } from './held-mailbox.ts';
import { callbackLink, MAIL_HOLDS_S, type MailContext } from './mail-links.ts';

/** Sends a request on to @supabase/lite. */
export type AskLite = (url: URL, body: Buffer) => Promise<Response>;

const typed = z.looseObject({ type: z.string() });
const somethingToConfirm = z.union([z.looseObject({ token: z.unknown() }), z.looseObject({ token_hash: z.unknown() })]);

/**
 * `GET /auth/v1/verify`, to which links of hosted Auth and of earlier versions lead: it redeems nothing, since robots that look at mails
 * follow links too, and leads to the page that does (S-50).
 */
export function leadToPage({ url }: Exchange, context: MailContext): Response {
  const token = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '';
  const headers = {
    location: callbackLink(context, { token_hash: token, type: url.searchParams.get('type') ?? '' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
  return new Response(null, { status: 303, headers });
}

/** `POST /auth/v1/verify`: the hash of a link, or a code that was typed. */
export async function confirm(
  { url }: Exchange,
  { body, json }: { readonly body: Buffer; readonly json: unknown },
  { secret }: MailContext,
  askLite: AskLite,
  { sql }: { readonly sql: postgres.Sql },
): Promise<Response> {
  let confirmation = readConfirmation(json, body, secret);
  const parsed = z.safeParse(typed, json);
  const type = parsed.success ? parsed.data.type : '';
  if (confirmation && type === 'email') confirmation = withType(confirmation, await mailType(sql, confirmation.hash));
  if (confirmation && type === 'email_change') {
    const whose = await confirmEmailChange(sql, confirmation.hash, MAIL_HOLDS_S);
    if (whose === 'first') return Response.json({ code: '200', msg: FIRST_ADDRESS_CONFIRMED });
    if (whose === null) confirmation = null;
  }
  // A link that was not sent is one that does not hold any more.
  if (!confirmation) return z.safeParse(somethingToConfirm, json).success ? wrongCode() : await askLite(url, body);
  const { hash, body: known } = confirmation;
  return await withoutUnprovenPassword(sql, hash, () => askLite(url, known));
}

/** Whether it is a sign-up or a sign-in that the mail of this code or link confirms: 'email' stands for either. */
async function mailType(sql: postgres.Sql, hash: string): Promise<string> {
  const [user] = await sql`select from auth.users where confirmation_token = ${hash}`;
  return user ? 'signup' : 'magiclink';
}

function withType({ body, hash }: Confirmation, type: string): Confirmation {
  return { hash, body: Buffer.from(JSON.stringify({ ...typed.parse(JSON.parse(body.toString())), type })) };
}
