import { createHmac } from 'node:crypto';
import { isLoopback } from '../http/loopback.ts';
import { isSameKey } from '../http/same-key.ts';

/** Seconds for which a mail's link and code are valid (`otp_expiry`). */
export const OTP_EXPIRY_S = 3600;

export interface MailContext {
  readonly origin: string;
  /** The validated redirect that the request asked for; null for the origin. */
  readonly redirectTo: string | null;
  /** Signs the links. Otherwise anybody could forge links by hashing guessed six-digit codes. */
  readonly secret: string;
}

/**
 * A mail's signed link to the page. The fragment holds the parameters (S-50): it is not sent when a server or a mail
 * scanner fetches the link.
 */
export function verifyLink(context: MailContext, mail: { hash: string; type: string; email: string }): string {
  const token = `${mail.hash}.${signature(mail.hash, context.secret)}`;
  return callbackLink(context, { token_hash: token, type: mail.type, email: mail.email });
}

export function callbackLink(
  { origin, redirectTo }: MailContext,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL('/auth/callback', redirectTo ?? origin);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/** The hash in a link's token; null without our signature. */
export function hashOfLink(token: string, secret: string): string | null {
  const [hash = '', signed = ''] = token.split('.');
  return isSameKey(signature(hash, secret), signed) ? hash : null;
}

const signature = (hash: string, secret: string) => createHmac('sha256', secret).update(`link ${hash}`).digest('hex');

/**
 * The redirect's URL without its fragment; null for a missing or forbidden redirect. The redirect's page receives a session, so it
 * must have the public origin. If that is a local address, any other local http address works too, e.g. a forwarded port.
 */
export function allowedRedirect(requested: string | null, origin: string): string | null {
  if (requested === null || !URL.canParse(requested, origin)) return null;
  const url = new URL(requested, origin);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(origin).hostname);
  return url.origin === origin || isLocal ? `${url.origin}${url.pathname}${url.search}` : null;
}
