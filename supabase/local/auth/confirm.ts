import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { Exchange } from '../http/router.ts';
import { wrongCode } from './auth-guard.ts';
import { confirmEmailChange, FIRST_ADDRESS_CONFIRMED } from './change-email.ts';
import { type Confirmation, readConfirmation, withoutUnprovenPassword } from './held-mailbox.ts';
import { MAIL_HOLDS_S, type MailContext } from './mail-links.ts';

/** Sends a request on to @supabase/lite. */
export type AskLite = (url: URL, body: Buffer) => Promise<Response>;

const typed = z.looseObject({ type: z.string() });
const somethingToConfirm = z.union([z.looseObject({ token: z.unknown() }), z.looseObject({ token_hash: z.unknown() })]);

/**
 * `/auth/v1/verify`: a link that was followed, or a code that was typed. lite judges a redirect by `site_url` alone, so it is
 * given that one; the judged address is put in its place.
 */
export async function confirm(
  { req, url }: Exchange,
  { body, json }: { readonly body: Buffer; readonly json: unknown },
  { origin, redirectTo, secret }: MailContext,
  askLite: AskLite,
  { sql, siteUrl }: { readonly sql: postgres.Sql; readonly siteUrl: string },
): Promise<Response> {
  const known = new URL(url);
  known.searchParams.set('redirect_to', siteUrl);
  const isPost = req.method === 'POST';
  const leadOn = redirectTo ?? `${origin}/`;
  let confirmation = readConfirmation(known, body, json, secret);
  const parsed = z.safeParse(typed, json);
  const type = isPost ? (parsed.success ? parsed.data.type : '') : (url.searchParams.get('type') ?? '');
  if (confirmation && type === 'email') confirmation = withType(confirmation, await mailType(sql, confirmation.hash));
  if (confirmation && type === 'email_change') {
    const whose = await confirmEmailChange(sql, confirmation.hash, MAIL_HOLDS_S);
    if (whose === 'first') return answerFirst(isPost, leadOn);
    if (whose === null) confirmation = null;
  }
  // A link that was not sent is one that does not hold any more, and lite leads back with that.
  if (!confirmation) known.searchParams.set('token', 'unknown');
  if (!confirmation && isPost && z.safeParse(somethingToConfirm, json).success) return wrongCode();
  const response = confirmation
    ? await withoutUnprovenPassword(sql, confirmation.hash, () => askLite(confirmation.url, confirmation.body))
    : await askLite(known, body);
  const location = response.headers.get('location');
  if (location === null || !location.startsWith(siteUrl)) return response;
  return leadTo(`${leadOn}${location.slice(siteUrl.length)}`, response);
}

/** Whether it is a sign-up or a sign-in that the mail of this code or link confirms: 'email' stands for either. */
async function mailType(sql: postgres.Sql, hash: string): Promise<string> {
  const [user] = await sql`select from auth.users where confirmation_token = ${hash}`;
  return user ? 'signup' : 'magiclink';
}

function withType({ url, body, hash }: Confirmation, type: string): Confirmation {
  const typedUrl = new URL(url);
  if (typedUrl.searchParams.has('type')) typedUrl.searchParams.set('type', type);
  const json: unknown = body.length === 0 ? null : JSON.parse(body.toString());
  const isTyped = z.safeParse(typed, json);
  return {
    url: typedUrl,
    hash,
    body: isTyped.success ? Buffer.from(JSON.stringify({ ...isTyped.data, type })) : body,
  };
}

function answerFirst(isPost: boolean, leadOn: string): Response {
  if (isPost) return Response.json({ code: '200', msg: FIRST_ADDRESS_CONFIRMED });
  const message = new URLSearchParams({ message: FIRST_ADDRESS_CONFIRMED });
  return leadTo(`${leadOn}#${message.toString()}`, new Response(null, { status: 303 }));
}

/** Leads there, and keeps what stands in the address from being told on. */
function leadTo(address: string, response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('location', address);
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
  return new Response(null, { status: response.status, headers });
}
