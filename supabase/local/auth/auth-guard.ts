import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { CallerAddress } from '../http/caller-address.ts';
import { RateCount } from '../http/rate-count.ts';
import type { Exchange } from '../http/router.ts';
import { isMailable } from '../mail/mail-address.ts';
import type { Mailer } from '../mail/mail.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';
import type { AuthLimits } from './auth-limits.ts';
import { isRightPassword } from './right-password.ts';

/** Rate-limits Auth, and hides whether an e-mail has an account. */
export interface AuthGuard {
  run(exchange: Exchange, body: unknown, work: () => Promise<Response>): Promise<Response>;
}

const withEmail = z.looseObject({ email: z.string() });
const withPassword = z.looseObject({ email: z.string(), password: z.string() });
const withCode = z.looseObject({ email: z.string(), token: z.string() });

/** Rate-limit group of each endpoint's mails: a sign-up and its resend send the same mail. */
const mails: Readonly<Record<string, string>> = {
  '/auth/v1/signup': 'confirmation',
  '/auth/v1/resend': 'confirmation',
  '/auth/v1/otp': 'link',
  '/auth/v1/magiclink': 'link',
  '/auth/v1/recover': 'recovery',
  '/auth/v1/reauthenticate': 'reauthentication',
};

export interface AuthGuardOptions {
  readonly sql: postgres.Sql;
  readonly limits: AuthLimits;
  readonly addressOf: CallerAddress;
  readonly mailer: Pick<Mailer, 'hasRoom'>;
}

export function createAuthGuard({ sql, limits, addressOf, mailer }: AuthGuardOptions): AuthGuard {
  const signUpsOfAddress = new RateCount(limits.signUpsOfAddress);
  const mailsOfAddress = new RateCount(limits.mailsOfAddress);
  const mailsInARow = new RateCount(limits.mailsInARow);
  const mailsOfEmail = new RateCount(limits.mailsOfEmail);
  const wrongPasswordsOfAddress = new RateCount(limits.wrongPasswordsOfAddress);
  const wrongPasswordsOfEmail = new RateCount(limits.wrongPasswordsOfEmail);
  const wrongCodesOfAddress = new RateCount(limits.wrongCodesOfAddress);
  const wrongCodesOfEmail = new RateCount(limits.wrongCodesOfEmail);

  const sendMail = async (kind: string, address: string, body: unknown, work: () => Promise<Response>) => {
    const email = emailOf(body);
    if (email !== null && !isMailable(email)) return invalidAddress();
    // Check this before any effect, so that a later try succeeds. The answer is the same for all e-mail addresses.
    if (!mailer.hasRoom()) return tooManyWaiting();
    const isSignUp = kind === 'confirmation';
    const retryAfter =
      (isSignUp ? signUpsOfAddress : mailsOfAddress).count(address) ??
      (email === null ? null : (mailsInARow.count(`${kind} ${email}`) ?? mailsOfEmail.count(`${kind} ${email}`)));
    if (retryAfter !== null) return tooManyMails(retryAfter);
    // A new mail has a new code, so the wrong tries start at zero. A mail for a change of e-mail resets nothing: whoever
    // requests the change could name any e-mail address.
    if (email !== null && kind !== 'change') wrongCodesOfEmail.reset(email);
    return await withMinimumDuration(work);
  };

  const signIn = async (address: string, body: unknown, work: () => Promise<Response>) => {
    const parsed = z.safeParse(withPassword, body);
    if (!parsed.success) return await work();
    const email = parsed.data.email.toLowerCase();
    const retryAfter = wrongPasswordsOfAddress.count(address) ?? wrongPasswordsOfEmail.count(email);
    if (retryAfter !== null) return tooMany(retryAfter);
    if (!(await isRightPassword(sql, email, parsed.data.password))) return wrongPassword();
    wrongPasswordsOfAddress.uncount(address);
    wrongPasswordsOfEmail.uncount(email);
    return await work();
  };

  const verify = async (address: string, body: unknown, work: () => Promise<Response>) => {
    const retryAfter = wrongCodesOfAddress.count(address);
    if (retryAfter !== null) return tooMany(retryAfter);
    const parsed = z.safeParse(withCode, body);
    const email = parsed.success ? parsed.data.email.toLowerCase() : null;
    if (email !== null && wrongCodesOfEmail.count(email) !== null) return wrongCode();
    const response = await work();
    if (response.ok) {
      wrongCodesOfAddress.uncount(address);
      if (email !== null) wrongCodesOfEmail.reset(email);
    }
    return response;
  };

  return {
    async run({ req, url }, body, work) {
      const address = addressOf(req);
      const kind = mails[url.pathname];
      if (kind !== undefined && ['POST', 'GET'].includes(req.method ?? '')) return sendMail(kind, address, body, work);
      if (url.pathname === '/auth/v1/user' && req.method === 'PUT' && emailOf(body) !== null)
        return sendMail('change', address, body, work);
      if (url.pathname === '/auth/v1/verify') return verify(address, body, work);
      if (url.pathname === '/auth/v1/token') return signIn(address, body, work);
      return await work();
    },
  };
}

function emailOf(body: unknown): string | null {
  const parsed = z.safeParse(withEmail, body);
  return parsed.success ? parsed.data.email.toLowerCase() : null;
}

export const refusal = (status: number, code: string, msg: string, headers = {}) =>
  Response.json({ code: status, error_code: code, msg }, { status, headers });

const wrongPassword = () => refusal(400, 'invalid_credentials', 'Invalid login credentials');
export const wrongCode = () => refusal(403, 'otp_expired', 'Email link is invalid or has expired');

const tooMany = (retryAfter: number) =>
  refusal(429, 'over_request_rate_limit', 'Too many attempts. Please wait a minute and try again.', {
    'retry-after': String(retryAfter),
  });

export const invalidAddress = () =>
  refusal(400, 'validation_failed', 'Unable to validate email address: invalid format');

const tooManyWaiting = () =>
  refusal(
    429,
    'over_email_send_rate_limit',
    'Mails cannot be sent at the moment. Nothing was changed; please try again in a few minutes.',
    { 'retry-after': '120' },
  );

const tooManyMails = (retryAfter: number) =>
  refusal(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfter} seconds.`,
    { 'retry-after': String(retryAfter) },
  );
