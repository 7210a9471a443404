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
 * Points the verification links of a text at the public origin and the judged redirect address: @supabase/lite 0.10 writes `site_url`
 * into every link and drops the client's `redirect_to`.
 */
export function withContext(text: string, context: MailContext | undefined): string {
  if (!context) return text;
  return text.replace(/https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/g, (link) => {
    const url = new URL(link);
    return verifyLink(context, url.searchParams.get('token') ?? '', url.searchParams.get('type') ?? '');
  });
}

/** The address that verifies a token hash and then leads on. */
export function verifyLink({ origin, redirectTo, secret }: MailContext, hash: string, type: string): string {
  const url = new URL('/auth/v1/verify', origin);
  const token = `${hash}.${signature(hash, secret)}`;
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo ?? origin }).toString();
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
