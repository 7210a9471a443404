import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import { readBody, sendJson, sendWebResponse, toWebRequest } from '../http/respond.ts';
import type { StackKeys } from '../keys.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { presentedHash, withoutUnprovenPassword } from './held-mailbox.ts';
import { allowedRedirect, mailContext, MailboxDriver, type MailContext } from './mail-links.ts';
import { isTooDeep } from './json-depth.ts';
import { withCause } from './quiet-refusals.ts';
import { passHeadersToPolicies, withHeaders } from './request-headers.ts';
import { resendConfirmation, signupAnswer, signupState } from './repeat-signup.ts';
import { refusedByGate, refuseSignUp, spendBetaToken } from './sign-up-gate.ts';

/** No call of REST or Auth comes near; fifty actions of sync_push are under 200 KB. */
const MAX_BODY = 2 * 1024 * 1024;

/** Type numbers of json and jsonb in Postgres. */
const JSON_TYPES = ['114', '3802'];

/**
 * Hands values to Postgres as the client wrote them, so that Postgres judges them. lite makes text of JSON arguments before
 * it hands them to the driver, which would make text of that text: `sync_push` would see a JSON string in place of its
 * array. The driver itself would cut the microseconds off a time, take any text for 'false', and fail on a number where a
 * date belongs.
 */
function passValuesAsGiven(connection: object): void {
  const driver: unknown = Reflect.get(connection, 'driver');
  const options: unknown = typeof driver === 'function' ? Reflect.get(driver, 'options') : null;
  const serializers: unknown = options && typeof options === 'object' ? Reflect.get(options, 'serializers') : null;
  if (!serializers || typeof serializers !== 'object')
    throw new Error('@supabase/lite 0.10 is expected to hold its driver');
  for (const type of [...Object.keys(serializers), ...JSON_TYPES]) {
    const isJson = JSON_TYPES.includes(type);
    const own: unknown = Reflect.get(serializers, type);
    Reflect.set(serializers, type, (value: unknown) => {
      if (typeof value === 'string') return value;
      if (value instanceof Date) return value.toISOString();
      if (!isJson && Array.isArray(value) && typeof own === 'function') return String(own(value));
      return JSON.stringify(value) ?? '';
    });
  }
}

export interface RestAndAuthOptions {
  readonly databaseUrl: string;
  readonly keys: StackKeys;
  /** Public origin, to which the links of mails lead, e.g. http://localhost:8080. */
  readonly siteUrl: string;
  readonly mailbox: Mailbox;
  /** Pool for the few queries that mend Auth. */
  readonly sql: postgres.Sql;
}

export interface RestAndAuth {
  handle(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

/** `/rest/v1` and `/auth/v1`: @supabase/lite over Postgres, with its faults of Auth mended in front of it. */
export function createRestAndAuth(options: RestAndAuthOptions): RestAndAuth {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: 12,
      onnotice: () => undefined,
      connection: { application_name: 'rest', statement_timeout: 15_000 },
    },
  });
  // Otherwise its first request grants every privilege on every table to anon and authenticated, and the migrations'
  // revokes are gone.
  Reflect.set(connection, 'rlsState', 'active');
  passValuesAsGiven(connection);
  passHeadersToPolicies(connection);
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: options.keys.jwtSecret,
      publishable_key: options.keys.publishableKey,
      secret_key: options.keys.serviceRoleKey,
      site_url: options.siteUrl,
      additional_redirect_urls: [],
      minimum_password_length: 6,
      email: { enable_signup: true, enable_confirmations: true, otp_length: 6, otp_expiry: 3600 },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: new MailboxDriver(options.mailbox) } },
  });
  return {
    async handle(exchange) {
      const { req, res, url } = exchange;
      const body = await readBody(req, MAX_BODY);
      // lite walks what it is given by calling itself, as deep as that goes.
      if (isTooDeep(body)) return await sendWebResponse(req, res, unreadable(url.pathname));
      // lite reads '/auth/v1/%6Ftp' as '/auth/v1/otp'.
      if (url.pathname.startsWith('/auth/') && url.pathname.includes('%'))
        throw new HttpError(404, 'Not found', 'There is nothing at this address.');
      const refusal =
        refuseLongPassword(url.pathname, body) ??
        (isSignUp(exchange) ? await refuseSignUp(options.sql, parseJson(body)) : null);
      if (refusal) return await sendWebResponse(req, res, refusal);
      const redirectTo = allowedRedirect(url.searchParams.get('redirect_to'), options.siteUrl);
      const context: MailContext = { origin: options.siteUrl, redirectTo };
      if (await answerRepeatedSignup(exchange, body, context, options)) return;
      if (await isLinkToNobody(exchange, body, options.sql)) return sendJson(res, 200, {});
      const request = toWebRequest(req, toKnownAddress(url, options.siteUrl), body);
      const answer = () =>
        mailContext.run(context, () =>
          answerCause(url.pathname, () => withHeaders(req, url.pathname, () => app.fetch(request))),
        );
      const response = await (url.pathname === verifyPath
        ? withoutUnprovenPassword(options.sql, presentedHash(url, parseJson(body)), answer)
        : answer());
      await sendWebResponse(req, res, leadBack(url, response, options.siteUrl, context));
    },
    close: () => connection.close(),
  };
}

/** lite answers 500 to what it does not know; a refusal, or what cannot be read, is never the server's own fault. */
async function answerCause(path: string, work: () => Promise<Response>): Promise<Response> {
  const { value: response, cause } = await withCause(work);
  if (response.status !== 500 || cause === null || cause.kind === 'trouble') return response;
  // One token came twice at once.
  if (cause.kind === 'refused' && cause.code === 'UC000' && path === signUpPath)
    return refusedByGate(403, cause.message);
  return cause.kind === 'refused' ? badRequest(path, cause.code, cause.message) : unreadable(path);
}

const unreadable = (path: string) => badRequest(path, 'PGRST100', 'The request cannot be read.');

/** In the form of PostgREST, or of GoTrue. */
function badRequest(path: string, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return authRefusal('validation_failed', message);
  return Response.json({ code, message, details: null, hint: null }, { status: 400 });
}

const authRefusal = (code: string, msg: string) => Response.json({ code: 400, error_code: code, msg }, { status: 400 });

/** bcrypt reads so many bytes and takes any text for the rest. */
const MOST_PASSWORD_BYTES = 72;
const passwordBody = z.looseObject({ password: z.string() });

/** Null when no password in it is too long. To sign in with one is a wrong password, since nobody has such a one. */
function refuseLongPassword(path: string, body: Buffer): Response | null {
  if (!path.startsWith('/auth/')) return null;
  const parsed = z.safeParse(passwordBody, parseJson(body));
  if (!parsed.success || Buffer.byteLength(parsed.data.password) <= MOST_PASSWORD_BYTES) return null;
  return path === '/auth/v1/token'
    ? authRefusal('invalid_credentials', 'Invalid login credentials')
    : authRefusal('validation_failed', `Password cannot be longer than ${MOST_PASSWORD_BYTES} characters`);
}

const signUpPath = '/auth/v1/signup';
const verifyPath = '/auth/v1/verify';

const isSignUp = ({ req, url }: Exchange) => req.method === 'POST' && url.pathname === signUpPath;

/**
 * The address as lite is given it: on our own origin, whatever the Host header says. lite judges a redirect by `site_url`
 * alone, so it is given that one; `leadBack` puts the judged address in its place.
 */
function toKnownAddress(url: URL, siteUrl: string): URL {
  const { protocol, host } = new URL(siteUrl);
  const known = Object.assign(new URL(url), { protocol, host });
  if (url.pathname === verifyPath) known.searchParams.set('redirect_to', siteUrl);
  return known;
}

function leadBack(url: URL, response: Response, siteUrl: string, { origin, redirectTo }: MailContext): Response {
  const location = response.headers.get('location');
  if (url.pathname !== verifyPath || location === null || !location.startsWith(siteUrl)) return response;
  const headers = new Headers(response.headers);
  headers.set('location', `${redirectTo ?? `${origin}/`}${location.slice(siteUrl.length)}`);
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
  return new Response(null, { status: response.status, headers });
}

const signupBody = z.looseObject({ email: z.email(), password: z.string().check(z.minLength(6)) });
const resendBody = z.looseObject({ type: z.literal('signup'), email: z.email() });

async function answerRepeatedSignup(
  { req, res, url }: Exchange,
  body: Buffer,
  context: MailContext,
  { sql, mailbox, keys }: RestAndAuthOptions,
): Promise<boolean> {
  if (req.method !== 'POST' || req.headers['apikey'] !== keys.publishableKey) return false;
  const isSignup = url.pathname === signUpPath;
  if (!isSignup && url.pathname !== '/auth/v1/resend') return false;
  const parsed = z.safeParse(isSignup ? signupBody : resendBody, parseJson(body));
  if (!parsed.success) return false;
  const email = parsed.data.email.toLowerCase();
  const state = await signupState(sql, email);
  if (state.kind === 'new' || state.kind === 'too-soon') return false;
  if (isSignup) await spendBetaToken(sql, parseJson(body));
  if (state.kind === 'resendable') {
    const password = 'password' in parsed.data && isSignup ? String(parsed.data.password) : null;
    await resendConfirmation(sql, mailbox, state.user, password, context);
  }
  sendJson(res, 200, isSignup ? signupAnswer(email, state.kind === 'resendable' ? state.user : null) : {});
  return true;
}

const linkPaths = ['/auth/v1/otp', '/auth/v1/magiclink'];
const linkBody = z.looseObject({ email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)) });

/** lite makes an account of an address that has none, without a beta token; such a link goes nowhere (S-39). */
async function isLinkToNobody({ req, url }: Exchange, body: Buffer, sql: postgres.Sql): Promise<boolean> {
  if (req.method !== 'POST' || !linkPaths.includes(url.pathname)) return false;
  const parsed = z.safeParse(linkBody, parseJson(body));
  return parsed.success && (await signupState(sql, parsed.data.email)).kind === 'new';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
