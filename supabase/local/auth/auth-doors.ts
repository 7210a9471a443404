import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { CallerAddress } from '../http/caller-address.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import type { StackKeys } from '../keys.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { createAuthGuard, refusal, wrongCode } from './auth-guard.ts';
import type { AuthLimits } from './auth-limits.ts';
import { readConfirmation, withoutUnprovenPassword } from './held-mailbox.ts';
import { allowedRedirect, mailContext, type MailContext } from './mail-links.ts';
import { resendConfirmation, signupAnswer, signupState } from './repeat-signup.ts';
import { hashNothing } from './right-password.ts';
import { refuseSignUp, spendBetaToken } from './sign-up-gate.ts';

export interface AuthDoorsOptions {
  readonly keys: StackKeys;
  /** Public origin, to which the links of mails lead, e.g. http://localhost:8080. */
  readonly siteUrl: string;
  readonly mailbox: Mailbox;
  /** Pool for the few queries that mend Auth. */
  readonly sql: postgres.Sql;
  readonly limits: AuthLimits;
  readonly addressOf: CallerAddress;
}

/** Sends a request on to @supabase/lite. */
type AskLite = (url: URL, body: Buffer) => Promise<Response>;
type AnswerAuth = (exchange: Exchange, body: Buffer, askLite: AskLite) => Promise<Response>;

const signUpPath = '/auth/v1/signup';
const verifyPath = '/auth/v1/verify';

/** `/auth/v1`: what is wrong with Auth of @supabase/lite is mended here, before it is asked. */
export function createAuthDoors(options: AuthDoorsOptions): AnswerAuth {
  const { sql, siteUrl } = options;
  const guard = createAuthGuard(sql, options.limits, options.addressOf);
  return async (exchange, body, askLite) => {
    const { req, url } = exchange;
    // lite reads '/auth/v1/%6Ftp' as '/auth/v1/otp'.
    if (url.pathname.includes('%')) throw new HttpError(404, 'Not found', 'There is nothing at this address.');
    const json = parseJson(body);
    const isSignUp = req.method === 'POST' && url.pathname === signUpPath;
    const refused = refuseLongPassword(url.pathname, json) ?? (isSignUp ? await refuseSignUp(sql, json) : null);
    if (refused) return refused;
    const redirectTo = allowedRedirect(url.searchParams.get('redirect_to'), siteUrl);
    const context: MailContext = { origin: siteUrl, redirectTo, secret: options.keys.jwtSecret };
    return await guard.run(exchange, json, () =>
      mailContext.run(context, async () => {
        if (url.pathname === verifyPath) return await confirm(exchange, body, json, context, askLite, options);
        return (
          (await answerRepeatedSignup(exchange, json, context, options)) ??
          ((await isLinkToNobody(exchange, json, sql)) ? Response.json({}) : await askLite(url, body))
        );
      }),
    );
  };
}

/** Null when no password in it is too long. To sign in with one is a wrong password, since nobody has such a one. */
function refuseLongPassword(path: string, json: unknown): Response | null {
  const parsed = z.safeParse(passwordBody, json);
  if (!parsed.success || Buffer.byteLength(parsed.data.password) <= MOST_PASSWORD_BYTES) return null;
  return path === '/auth/v1/token'
    ? refusal(400, 'invalid_credentials', 'Invalid login credentials')
    : refusal(400, 'validation_failed', `Password cannot be longer than ${MOST_PASSWORD_BYTES} characters`);
}

/** bcrypt reads so many bytes and takes any text for the rest. */
const MOST_PASSWORD_BYTES = 72;
const passwordBody = z.looseObject({ password: z.string() });
const somethingToConfirm = z.union([z.looseObject({ token: z.unknown() }), z.looseObject({ token_hash: z.unknown() })]);

/**
 * lite judges a redirect by `site_url` alone, so it is given that one; the judged address is put in its place.
 */
async function confirm(
  { req, url }: Exchange,
  body: Buffer,
  json: unknown,
  { origin, redirectTo, secret }: MailContext,
  askLite: AskLite,
  { sql, siteUrl }: AuthDoorsOptions,
): Promise<Response> {
  const known = new URL(url);
  known.searchParams.set('redirect_to', siteUrl);
  const confirmation = readConfirmation(known, body, json, secret);
  // A link that was not sent is one that does not hold any more, and lite leads back with that.
  if (!confirmation) known.searchParams.set('token', 'unknown');
  if (!confirmation && req.method === 'POST' && z.safeParse(somethingToConfirm, json).success) return wrongCode();
  const response = confirmation
    ? await withoutUnprovenPassword(sql, confirmation.hash, () => askLite(confirmation.url, confirmation.body))
    : await askLite(known, body);
  const location = response.headers.get('location');
  if (location === null || !location.startsWith(siteUrl)) return response;
  const headers = new Headers(response.headers);
  headers.set('location', `${redirectTo ?? `${origin}/`}${location.slice(siteUrl.length)}`);
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
  return new Response(null, { status: response.status, headers });
}

const signupBody = z.looseObject({ email: z.email(), password: z.string().check(z.minLength(6)) });
const resendBody = z.looseObject({ type: z.literal('signup'), email: z.email() });

/** Null where @supabase/lite answers: it says 429 to every sign-up of an account that exists. */
async function answerRepeatedSignup(
  { req, url }: Exchange,
  json: unknown,
  context: MailContext,
  { sql, mailbox, keys }: AuthDoorsOptions,
): Promise<Response | null> {
  if (req.method !== 'POST' || req.headers['apikey'] !== keys.publishableKey) return null;
  const isSignup = url.pathname === signUpPath;
  if (!isSignup && url.pathname !== '/auth/v1/resend') return null;
  const parsed = z.safeParse(isSignup ? signupBody : resendBody, json);
  if (!parsed.success) return null;
  const email = parsed.data.email.toLowerCase();
  const state = await signupState(sql, email);
  if (state.kind === 'new' || state.kind === 'too-soon') return null;
  if (isSignup) await spendBetaToken(sql, json);
  if (state.kind === 'resendable') {
    const password = 'password' in parsed.data && isSignup ? String(parsed.data.password) : null;
    await resendConfirmation(sql, mailbox, state.user, password, context);
  } else if (isSignup) {
    await hashNothing(sql);
  }
  return Response.json(isSignup ? signupAnswer(email, state.kind === 'resendable' ? state.user : null) : {});
}

const linkPaths = ['/auth/v1/otp', '/auth/v1/magiclink'];
const linkBody = z.looseObject({ email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)) });

/** lite makes an account of an address that has none, without a beta token; such a link goes nowhere (S-39). */
async function isLinkToNobody({ req, url }: Exchange, json: unknown, sql: postgres.Sql): Promise<boolean> {
  if (req.method !== 'POST' || !linkPaths.includes(url.pathname)) return false;
  const parsed = z.safeParse(linkBody, json);
  return parsed.success && (await signupState(sql, parsed.data.email)).kind === 'new';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
