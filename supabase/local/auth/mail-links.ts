import { AsyncLocalStorage } from 'node:async_hooks';
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import type { Mailbox } from '../mailbox/mailbox.ts';

/** What a request for a mail said about where its link should lead. */
export interface MailContext {
  /** Origin of this server as the asking browser sees it. */
  readonly origin: string;
  /** Where to go after the link, already judged; null for the origin itself. */
  readonly redirectTo: string | null;
}

/**
 * @supabase/lite 0.10 writes `site_url` into every link and drops the client's `redirect_to`. The context of the request
 * travels beside it, and the driver puts both right.
 */
export const mailContext = new AsyncLocalStorage<MailContext>();

/** Delivers to the local mailbox. */
export class MailboxDriver implements EmailDriver {
  constructor(private readonly mailbox: Mailbox) {}

  async send({ to, subject, text, html }: EmailMessage): Promise<void> {
    const body = withContext(text ?? html ?? '', mailContext.getStore());
    await this.mailbox.deliver({ to, subject, text: body });
  }
}

/** Points the verification links of a text at the asking browser's origin and its redirect address. */
export function withContext(text: string, context: MailContext | undefined): string {
  if (!context) return text;
  return text.replace(/https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/g, (link) => {
    const url = new URL(link);
    return verifyLink(context, url.searchParams.get('token') ?? '', url.searchParams.get('type') ?? '');
  });
}

/** The address that verifies a token hash and then leads on. */
export function verifyLink({ origin, redirectTo }: MailContext, token: string, type: string): string {
  const url = new URL('/auth/v1/verify', origin);
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo ?? origin }).toString();
  return url.href;
}

/** A redirect address is followed within our own origin only; anything else would hand the session to a stranger. */
export function allowedRedirect(asked: string | null, origin: string): string | null {
  if (asked === null) return null;
  try {
    const url = new URL(asked, origin);
    return url.origin === origin ? `${url.origin}${url.pathname}${url.search}` : null;
  } catch {
    return null;
  }
}
