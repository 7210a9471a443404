import { reasonOf } from '../start-error.ts';
import { maskAddresses } from './mail-address.ts';
import * as z from 'zod/mini';
import type { SmtpSettings } from './smtp-settings.ts';

export type Outcome =
  | { readonly kind: 'sent' }
  /** The server refused the address or the mail for good. */
  | { readonly kind: 'refused'; readonly reply: string }
  /** `mail`: only this mail has to wait, e.g. for greylisting. `server`: no mail can be sent at present. */
  | { readonly kind: 'later'; readonly scope: 'mail' | 'server'; readonly error: unknown };

const smtpError = z.looseObject({
  code: z.optional(z.string()),
  originalCode: z.optional(z.string()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  permanent: z.optional(z.boolean()),
});

function read(error: unknown) {
  const parsed = z.safeParse(smtpError, error);
  return parsed.success ? parsed.data : {};
}

/** The outcome of a delivery that failed with this error. */
export function outcomeOf(error: unknown): Outcome {
  const { command, response = reasonOf(error), responseCode, permanent, code } = read(error);
  // nodemailer itself refuses an invalid address.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', reply: reasonOf(error) };
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMail || responseCode === undefined || responseCode === 421)
    return { kind: 'later', scope: 'server', error };
  // A 5.7.x reply to RCPT TO is a policy: the mail server does not relay for this server, whatever the address.
  const isPolicy = command === 'RCPT TO' && /^\d{3}[ -]5\.7\./.test(response);
  if (isPolicy) return { kind: 'later', scope: 'server', error };
  return permanent === true ? { kind: 'refused', reply: response } : { kind: 'later', scope: 'mail', error };
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** Explains a failed connection or delivery to the operator, with a remedy. */
export function explainSmtpError(error: unknown, { host, port, isTls }: SmtpSettings): string {
  const { code, originalCode, command, response } = read(error);
  const reason = maskAddresses(response ?? reasonOf(error));
  const server = `${host}:${port}`;
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return `${server} refused the user or the password of SMTP_URL (${reason}). Check both.`;
  if (CERTIFICATE.test(`${originalCode} ${code}`) || /certificate/i.test(reason))
    return `The certificate of ${server} is not valid for ${host} (${reason}). Use the name that it was issued for; if your own authority issued it, name its file in NODE_EXTRA_CA_CERTS.`;
  if (/wrong version number/i.test(reason))
    return `${server} does not begin with TLS. Write smtp:// in SMTP_URL, not smtps://.`;
  if (code === 'ETLS' || command === 'STARTTLS')
    return `${server} offers no STARTTLS (${reason}), and mails are not sent in the clear. Use the port of your provider for STARTTLS (587) or TLS (smtps://, 465).`;
  if (code === 'EDNS' || originalCode === 'ENOTFOUND')
    return `The name ${host} is not known (${reason}). Check the host in SMTP_URL and the network.`;
  if (originalCode === 'ECONNREFUSED') return `Nothing listens on ${server}. Check the host and the port in SMTP_URL.`;
  if (code === 'ETIMEDOUT')
    return `${server} does not answer. Check the port${isTls ? '' : '; many networks block port 25'}.`;
  if (command === 'MAIL FROM')
    return `${server} does not accept the sender MAIL_FROM (${reason}). Use an address that your account may send from.`;
  return `${server} does not accept mails at present (${reason}). If this lasts, ask its provider.`;
}
