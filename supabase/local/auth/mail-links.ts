import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../http/loopback.ts';

/** Validity of a mail's code and link, in seconds (`otp_expiry`). */
export const MAIL_HOLDS_S = 3600;

/** Context for the links in a mail. */
export interface MailContext {
  /** This server's public origin, independent of the request. */
  readonly origin: string;
  /** The validated redirect that the request asked for; null for the origin itself. */
  readonly redirectTo: string | null;
  /** Signs the links. A code's hash alone is only as strong as its six digits, because it is computed from them. */
  readonly secret: string;
}

/**
 * Replaces the links of @supabase/lite, which a mail scanner would redeem by fetching them.
 *
 * @param email recipient of the text
 */
export function withContext(text: string, email: string, context: MailContext | undefined): string {
  if (!context) return text;
  return text.replace(/https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/g, (link) => {
    const { searchParams } = new URL(link);
    return verifyLink(context, { hash: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '', email });
  });
}

/**
 * The URL of the app's page that redeems a token hash (S-50). Its parameters are in the fragment, which is never sent
 * to servers or mail scanners.
 */
export function verifyLink(context: MailContext, mail: { hash: string; type: string; email: string }): string {
  const token = `${mail.hash}.${signature(mail.hash, context.secret)}`;
  return callbackLink(context, { token_hash: token, type: mail.type, email: mail.email });
}

/** The callback page on the requested origin, with these parameters in its fragment. */
export function callbackLink(
  { origin, redirectTo }: MailContext,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL('/auth/callback', redirectTo ?? origin);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/** The token hash from a link's token; null unless we signed it. */
export function hashOfLink(token: string, secret: string): string | null {
  const [hash = '', signed = ''] = token.split('.');
  const [left, right] = [Buffer.from(signature(hash, secret)), Buffer.from(signed)];
  return left.length === right.length && timingSafeEqual(left, right) ? hash : null;
}

const signature = (hash: string, secret: string) => createHmac('sha256', secret).update(`link ${hash}`).digest('hex');

/**
 * The redirect URL without its fragment, or null when it is forbidden: its page receives a session. It must have the
 * public origin. If that is a local address, any other local http address works too, e.g. a forwarded port.
 */
export function allowedRedirect(requested: string | null, origin: string): string | null {
  if (requested === null || !URL.canParse(requested, origin)) return null;
  const url = new URL(requested, origin);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(origin).hostname);
  return url.origin === origin || isLocal ? `${url.origin}${url.pathname}${url.search}` : null;
}
