import { createHash } from 'node:crypto';
import { escapeHtml } from '../../functions/_shared/escape-html.ts';
import type { Exchange } from '../http/router.ts';
import { HttpError } from '../http/http-error.ts';
import { sendJson } from '../http/respond.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';
import type { MailboxAccess } from './mailbox-access.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;background:#101014;color:#eee}
h1{font-size:1.4rem}article{border:1px solid #444;border-radius:.5rem;padding:1rem;margin:1rem 0}
h2{font-size:1.05rem;margin:0 0 .3rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;color:#ccc}
a{color:#9cf}a.go{display:inline-block;padding:.6rem 1rem;border:1px solid #9cf;border-radius:.4rem}time{color:#aaa}`;
const REFUSAL =
  'The mailbox opens on the machine itself, and elsewhere with its key: open the address that the start printed, or add ?key= with "mailboxKey" of keys.json.';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Answers `/mailbox`. @param mailServer the host that sends the mails instead; null when they are kept here */
export function handleMailbox(
  mailbox: Mailbox,
  access: MailboxAccess,
  exchange: Exchange,
  mailServer: string | null,
): void {
  const { req, res, url } = exchange;
  if (!access.allows(exchange)) throw new HttpError(403, 'Forbidden', REFUSAL);
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw new HttpError(405, 'Method not allowed', 'Use GET.', { allow: 'GET, HEAD' });
  if (url.pathname === '/mailbox/messages.json') return sendJson(res, 200, mailbox.messages());
  if (url.pathname !== '/mailbox' && url.pathname !== '/mailbox/') {
    throw new HttpError(404, 'Not found', 'There is nothing at this address.');
  }
  const cookie = access.cookieFor(exchange);
  res.writeHead(200, {
    ...(cookie === null ? {} : { 'set-cookie': cookie }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  });
  res.end(req.method === 'HEAD' ? undefined : page(mailbox.messages(), mailServer));
}

function page(mails: readonly StoredMail[], mailServer: string | null): string {
  if (mailServer !== null) return frame(`<p>Mails are sent through ${escapeHtml(mailServer)}; none is kept here.</p>`);
  const list = mails.map(article).join('\n') || '<p>No mail yet. Sign up, or ask for a sign-in link.</p>';
  return frame(`<p>E-mails of this machine, newest first. Nothing is sent out.</p>\n${list}`);
}

function frame(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title><style>${style}</style></head><body><main><h1>Mailbox</h1>
${content}
</main></body></html>`;
}

function article(mail: StoredMail): string {
  const text = escapeHtml(mail.text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);
  const go =
    mail.link === null ? '' : `<p><a class="go" href="${escapeHtml(mail.link)}">${escapeHtml(mail.subject)}</a></p>`;
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, <time datetime="${mail.receivedAt}">${mail.receivedAt}</time></p>${go}<pre>${text}</pre></article>`;
}
