import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../http/loopback.ts';

/** How long a mail's code and link hold, in seconds (`otp_expiry`). */
export const MAIL_HOLDS_S = 3600;

/** Where the link of a mail leads. */
export interface MailContext {
  /** The public origin of this server. Nothing that the asking request says changes it. */
  readonly origin: string;
  /** Where the request asked to go after the link, already judged; null for the origin itself. */
  readonly redirectTo: string | null;
  /** Signs the links: what a code is kept under has the strength of its six digits, for it is made of them. */
  readonly secret: string;
}

/**
 * Puts links of our own in the place of those of @supabase/lite, which are redeemed by whoever looks at them.
 *
 * @param email to which the text is sent
 */
export function withContext(text: string, email: string, context: MailContext | undefined): string {
  if (!context) return text;
  return text.replace(/https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/g, (link) => {
    const { searchParams } = new URL(link);
    return verifyLink(context, { hash: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '', email });
  });
}

/**
 * The address of the app's page that redeems a token hash (S-50). What it needs stands behind the '#', which no server and no scanner of
 * mails is sent.
 */
export function verifyLink(context: MailContext, mail: { hash: string; type: string; email: string }): string {
  const token = `${mail.hash}.${signature(mail.hash, context.secret)}`;
  return callbackLink(context, { token_hash: token, type: mail.type, email: mail.email });
}

/** The page of links on the origin that the request asked for, with these facts. */
export function callbackLink({ origin, redirectTo }: MailContext, facts: Readonly<Record<string, string>>): string {
  const url = new URL('/auth/callback', redirectTo ?? origin);
  url.hash = new URLSearchParams(facts).toString();
  return url.href;
}

/** The token hash in the token of a link; null when no link of ours carried it. */
export function hashOfLink(token: string, secret: string): string | null {
  const [hash = '', signed = ''] = token.split('.');
  const [left, right] = [Buffer.from(signature(hash, secret)), Buffer.from(signed)];
  return left.length === right.length && timingSafeEqual(left, right) ? hash : null;
}

const signature = (hash: string, secret: string) => createHmac('sha256', secret).update(`link ${hash}`).digest('hex');

/**
 * The redirect address without its fragment, or null when it must not be followed: it is handed a session. It has to be of the
 * public origin. Where that is this machine's own address, another of those will do, as a forwarded port has it.
 */
export function allowedRedirect(asked: string | null, origin: string): string | null {
  if (asked === null || !URL.canParse(asked, origin)) return null;
  const url = new URL(asked, origin);
  const isOwn = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(origin).hostname);
  return url.origin === origin || isOwn ? `${url.origin}${url.pathname}${url.search}` : null;
}
