import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { CallerAddress } from '../http/caller-address.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import type { StackKeys } from '../keys.ts';
import type { Mailer } from '../mail/mail.ts';
import { answerAdmin } from './admin-users.ts';
import { createAuthGuard, invalidAddress, refusal } from './auth-guard.ts';
import { emailText } from './email-text.ts';
import type { AuthLimits } from './auth-limits.ts';
import { askToChangeEmail, pendingChange } from './change-email.ts';
import { type ForwardToLite, confirm, redirectToPage } from './confirm.ts';
import { endOtherSessions } from './end-sessions.ts';
import { allowedRedirect, type MailContext } from './mail-links.ts';
import {
  type AnswerSignup,
  createSignupAnswers,
  resendConfirmation,
  sendExistingAccount,
  signupState,
} from './repeat-signup.ts';
import { hashDummyPassword } from './right-password.ts';
import { withFullTokens } from './session-tokens.ts';
import { refuseSignUp, spendBetaToken } from './sign-up-gate.ts';

export interface AuthHandlerOptions {
  readonly keys: StackKeys;
  readonly siteUrl: string;
  readonly mailer: Mailer;
  readonly sql: postgres.Sql;
  readonly limits: AuthLimits;
  readonly addressOf: CallerAddress;
}

type AnswerAuth = (
  exchange: Exchange,
  request: { readonly body: Buffer; readonly json: unknown },
  forward: (url: URL, body: Buffer, context: MailContext) => Promise<Response>,
) => Promise<Response>;

const signUpPath = '/auth/v1/signup';
const verifyPath = '/auth/v1/verify';

/** `/auth/v1`: corrects the faults of @supabase/lite's Auth before forwarding to it. */
export function createAuthHandler(options: AuthHandlerOptions): AnswerAuth {
  const { sql, siteUrl } = options;
  const guard = createAuthGuard(options);
  const answerAlike = createSignupAnswers();
  return async (exchange, { body, json }, forward) => {
    const { req, url } = exchange;
    // @supabase/lite reads '/auth/v1/%6Ftp' as '/auth/v1/otp'.
    if (url.pathname.includes('%')) throw new HttpError(404, 'Not found', 'There is nothing at this address.');
    const isSignUp = req.method === 'POST' && url.pathname === signUpPath;
    const refused = refuseLongPassword(url.pathname, json) ?? (isSignUp ? await refuseSignUp(sql, json) : null);
    if (refused) return refused;
    if (url.pathname.startsWith('/auth/v1/admin')) return await answerAdmin(exchange, json, options);
    const redirectTo = allowedRedirect(url.searchParams.get('redirect_to'), siteUrl);
    const context: MailContext = { origin: siteUrl, redirectTo, secret: options.keys.jwtSecret };
    const forwardToLite: ForwardToLite = (target, sent) => forward(target, sent, context);
    if (url.pathname === verifyPath && req.method !== 'POST') return redirectToPage(exchange, context);
    const response = await guard.run(exchange, json, async () => {
      if (url.pathname === verifyPath) return await confirm(exchange, { body, json }, context, forwardToLite, options);
      if (isSignUp)
        return await answerSignUp(exchange, body, json, context, forwardToLite, { ...options, answerAlike });
      return (
        (await answerResend(exchange, json, context, options)) ??
        (await answerEmailChange(exchange, json, context, forwardToLite, options)) ??
        (await answerSettings(exchange, () => forwardToLite(url, body), options)) ??
        ((await isLinkToUnknownAddress(exchange, json, sql)) ? Response.json({}) : await forwardToLite(url, body))
      );
    });
    const isNewPassword = req.method === 'PUT' && url.pathname === '/auth/v1/user' && hasPassword(json);
    if (isNewPassword && response.ok) await endOtherSessions(sql, req.headers, options.keys);
    return await withFullTokens(response, {
      sql,
      secret: options.keys.jwtSecret,
      issuer: `${siteUrl}/auth/v1`,
      method: authMethodOf(url),
      userAgent: req.headers['user-agent'] ?? '',
    });
  };
}

function authMethodOf(url: URL): 'password' | 'otp' | null {
  if (url.pathname === verifyPath) return 'otp';
  return url.searchParams.get('grant_type') === 'password' ? 'password' : null;
}

/** Refuses a password that is too long. A sign-in gets the response to a wrong password, because no account can have such a password. */
function refuseLongPassword(path: string, json: unknown): Response | null {
  const parsed = z.safeParse(passwordBody, json);
  if (!parsed.success || Buffer.byteLength(parsed.data.password) <= MAX_PASSWORD_BYTES) return null;
  return path === '/auth/v1/token'
    ? refusal(400, 'invalid_credentials', 'Invalid login credentials')
    : refusal(400, 'validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
}

/** bcrypt ignores all bytes after this many. */
const MAX_PASSWORD_BYTES = 72;
const passwordBody = z.looseObject({ password: z.string() });
const hasPassword = (json: unknown) => z.safeParse(passwordBody, json).success;

const signupBody = z.looseObject({ email: emailText, password: z.string().check(z.minLength(6)) });
const resendBody = z.looseObject({ type: z.literal('signup'), email: emailText });

const hasKey = ({ req, url }: Exchange, key: string) =>
  req.headers['apikey'] === key || url.searchParams.getAll('apikey').includes(key);

/**
 * Answers a sign-up the same whether its address has an account or not. @supabase/lite would answer 429 to every sign-up for an
 * existing account, and so reveal the account.
 */
async function answerSignUp(
  exchange: Exchange,
  body: Buffer,
  json: unknown,
  context: MailContext,
  forwardToLite: ForwardToLite,
  { sql, mailer, keys, answerAlike }: AuthHandlerOptions & { answerAlike: AnswerSignup },
): Promise<Response> {
  const parsed = z.safeParse(signupBody, json);
  if (!parsed.success || !hasKey(exchange, keys.publishableKey)) return await forwardToLite(exchange.url, body);
  const { email, password } = parsed.data;
  const state = await signupState(sql, email.toLowerCase());
  if (state.kind === 'new' || state.kind === 'too-soon') {
    const response = await forwardToLite(exchange.url, body);
    if (!response.ok) return response;
  } else {
    await spendBetaToken(sql, json);
    if (state.kind === 'resendable') await resendConfirmation(sql, mailer, state.user, password, context);
    else {
      await hashDummyPassword(sql);
      await sendExistingAccount(sql, mailer, state.user, context);
    }
  }
  return await answerAlike(sql, email.toLowerCase());
}

/** Answers a request to send the confirmation of a sign-up again. Null when @supabase/lite should answer. */
async function answerResend(
  exchange: Exchange,
  json: unknown,
  context: MailContext,
  { sql, mailer, keys }: AuthHandlerOptions,
): Promise<Response | null> {
  const { req, url } = exchange;
  const parsed = z.safeParse(resendBody, json);
  if (req.method !== 'POST' || url.pathname !== '/auth/v1/resend' || !parsed.success) return null;
  if (!hasKey(exchange, keys.publishableKey)) return null;
  const state = await signupState(sql, parsed.data.email.toLowerCase());
  if (state.kind === 'new' || state.kind === 'too-soon') return null;
  if (state.kind === 'resendable') await resendConfirmation(sql, mailer, state.user, null, context);
  else await sendExistingAccount(sql, mailer, state.user, context);
  return Response.json({});
}

const changeBody = z.looseObject({ email: z.string().check(z.minLength(1)) });
const resendChangeBody = z.looseObject({ type: z.literal('email_change'), email: z.string() });
const changingUser = z.looseObject({ id: z.string(), email: z.string() });

/** Answers a change of e-mail, and a request to send its mails again. Null for another request. */
async function answerEmailChange(
  { req, url }: Exchange,
  json: unknown,
  context: MailContext,
  forwardToLite: ForwardToLite,
  { sql, mailer }: AuthHandlerOptions,
): Promise<Response | null> {
  const resend = z.safeParse(resendChangeBody, json);
  if (req.method === 'POST' && url.pathname === '/auth/v1/resend' && resend.success) {
    const pending = await pendingChange(sql, resend.data.email);
    if (pending) await askToChangeEmail(sql, mailer, pending, context);
    return Response.json({});
  }
  const parsed = z.safeParse(changeBody, json);
  if (req.method !== 'PUT' || url.pathname !== '/auth/v1/user' || !parsed.success) return null;
  const { email: to, ...otherChanges } = parsed.data;
  if (!z.safeParse(emailText, to).success) return invalidAddress();
  // @supabase/lite identifies the user by the token, and applies every change except the address.
  const response = await forwardToLite(url, Buffer.from(JSON.stringify(otherChanges)));
  if (!response.ok) return response;
  const user = changingUser.parse(await response.json());
  if (to.toLowerCase() === user.email.toLowerCase()) return Response.json(user);
  await askToChangeEmail(sql, mailer, { userId: user.id, from: user.email, to }, context);
  const requested = { new_email: to.toLowerCase(), email_change_sent_at: new Date().toISOString() };
  return Response.json({ ...user, ...requested });
}

/** Adds to Auth's settings whether mails are delayed; the page that asks for a mail's code reads these settings. Null for another request. */
async function answerSettings(
  { req, url }: Exchange,
  forward: () => Promise<Response>,
  { mailer }: AuthHandlerOptions,
): Promise<Response | null> {
  if (req.method !== 'GET' || url.pathname !== '/auth/v1/settings') return null;
  const response = await forward();
  if (!response.ok) return response;
  const settings = z.looseObject({}).parse(await response.json());
  return Response.json({ ...settings, mail_delayed: mailer.isDelayed() }, { headers: { 'cache-control': 'no-store' } });
}

const linkPaths = ['/auth/v1/otp', '/auth/v1/magiclink'];
const linkBody = z.looseObject({ email: emailText });

/**
 * Whether a sign-in link is requested for an address without an account. @supabase/lite would create the account without a beta token
 * (S-39).
 */
async function isLinkToUnknownAddress({ req, url }: Exchange, json: unknown, sql: postgres.Sql): Promise<boolean> {
  if (req.method !== 'POST' || !linkPaths.includes(url.pathname)) return false;
  const parsed = z.safeParse(linkBody, json);
  return parsed.success && (await signupState(sql, parsed.data.email)).kind === 'new';
}
