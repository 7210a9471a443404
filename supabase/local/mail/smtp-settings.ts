import { isLoopback } from '../http/loopback.ts';
import { isMailable } from './mail-address.ts';
import { StartError } from '../start-error.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection (`smtps:`), not with STARTTLS. */
  readonly isTls: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly isOnThisMachine: boolean;
}

const FORM =
  'SMTP_URL must have the form smtp://USER:PASSWORD@HOST:587 (or smtps://…:465), without a path. ' +
  'In the user and the password, write special characters percent-encoded: @ as %40, : as %3A, / as %2F, # as %23, % as %25.';

/**
 * Reads the settings of the mail server. Null if neither is given. Messages never contain `SMTP_URL`, because it contains the password.
 *
 * @throws StartError that names the setting and its form
 */
export function readSmtpSettings(smtpUrl: string | undefined, mailFrom: string | undefined): SmtpSettings | null {
  if (smtpUrl === undefined && mailFrom === undefined) return null;
  if (smtpUrl === undefined)
    throw new StartError(
      'MAIL_FROM is set and SMTP_URL is not. Set SMTP_URL to your mail server too, or unset MAIL_FROM to keep mails in the mailbox.',
    );
  if (mailFrom === undefined)
    throw new StartError(
      'SMTP_URL is set and MAIL_FROM is not. Set MAIL_FROM to the sender, e.g. MAIL_FROM="Undercurrent <hello@music.example.com>".',
    );
  return { ...readSmtpUrl(smtpUrl.trim()), from: readSender(mailFrom.trim()) };
}

function readSmtpUrl(text: string): Omit<SmtpSettings, 'from'> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.search === '' && url.hash === '' && ['', '/'].includes(url.pathname);
  if (!url || !isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new StartError(FORM);
  if ((url.username === '') !== (url.password === ''))
    throw new StartError(`SMTP_URL names only one of user and password. ${FORM}`);
  const isTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isTls ? 465 : 587);
  if (port === 465 && !isTls)
    throw new StartError('Port 465 begins with TLS: write smtps:// in SMTP_URL, not smtp://.');
  const login = url.username === '' ? null : { user: decode(url.username), password: decode(url.password) };
  return { host, port, isTls, login, isOnThisMachine: isLoopback(host) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartError(FORM);
  }
}

function readSender(text: string): SmtpSettings['from'] {
  const [, quoted = '', enclosed] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? [];
  const address = enclosed ?? text;
  const name = quoted.replace(/^"(.*)"$/, '$1').trim() || 'Undercurrent';
  if (isMailable(address) && !/[\p{Cc}<>"]/u.test(name)) return { name, address };
  throw new StartError(
    `MAIL_FROM must be one address, e.g. MAIL_FROM="Undercurrent <hello@music.example.com>", not ${text}.`,
  );
}
