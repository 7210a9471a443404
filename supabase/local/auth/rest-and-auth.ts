import { setTimeout as sleep } from 'node:timers/promises';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import type { Exchange } from '../http/router.ts';
import { AddressTurns } from '../http/address-turns.ts';
import { sendWebResponse, toWebRequest } from '../http/respond.ts';
import { type AuthDoorsOptions, createAuthDoors } from './auth-doors.ts';
import { refusal } from './auth-guard.ts';
import { isTooDeep } from './json-depth.ts';
import { createJsonValues } from './json-values.ts';
import { adaptLite, keepWarnings } from './lite-internals.ts';
import { MAIL_HOLDS_S, MailboxDriver } from './mail-links.ts';
import { withCause } from './quiet-refusals.ts';
import { withHeaders } from './request-headers.ts';
import { selectsTooMuch } from './select-size.ts';
import { refusedByGate } from './sign-up-gate.ts';

keepWarnings();

/** As long a stop waits for what is under way. */
const STOP_WITHIN_MS = 2_000;

/** No call of REST or Auth comes near; fifty actions of sync_push are under 200 KB. */
const MAX_BODY = 2 * 1024 * 1024;

const CONNECTIONS = 12;
/** Requests of one address that are worked on at once: slow ones leave connections for others, and a password takes a lot of work. */
const MOST_OF_REST = 6;
const MOST_OF_AUTH = 3;

export interface RestAndAuthOptions extends AuthDoorsOptions {
  readonly databaseUrl: string;
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
      max: CONNECTIONS,
      onnotice: () => undefined,
      connection: { application_name: 'rest', statement_timeout: 15_000 },
    },
  });
  adaptLite(connection);
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
      email: { enable_signup: true, enable_confirmations: true, otp_length: 6, otp_expiry: MAIL_HOLDS_S },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: new MailboxDriver(options.mailbox) } },
  });
  const answerAuth = createAuthDoors(options);
  const withJsonValues = createJsonValues(options.sql);
  const restTurns = new AddressTurns(MOST_OF_REST);
  const authTurns = new AddressTurns(MOST_OF_AUTH);
  return {
    async handle(exchange) {
      const { req, res, url } = exchange;
      const body = await exchange.readBody(MAX_BODY);
      // lite walks what it is given by calling itself, as deep as that goes.
      if (isTooDeep(body)) return await sendWebResponse(req, res, unreadable(url.pathname));
      const askLite = (address: URL, sent: Buffer) =>
        answerCause(url.pathname, () =>
          withHeaders(req, url.pathname, () =>
            app.fetch(toWebRequest(req, onKnownOrigin(address, options.siteUrl), sent)),
          ),
        );
      const isAuth = url.pathname.startsWith('/auth/');
      if (!isAuth && selectsTooMuch(url)) return await sendWebResponse(req, res, tooMuchSelected());
      const response = await (isAuth ? authTurns : restTurns).run(options.addressOf(req), async () => {
        // Whoever asked may have gone while others were served.
        if (res.destroyed) return null;
        if (!isAuth) return await askLite(url, await withJsonValues(url, body));
        return await answerAuth(exchange, body, askLite).catch((error: unknown) => refuseValue(url.pathname, error));
      });
      if (response) await sendWebResponse(req, res, response);
    },
    // Its driver would wait for answers of a database that may be gone for good.
    close: () => Promise.race([connection.close(), sleep(STOP_WITHIN_MS, undefined, { ref: false })]),
  };
}

/** lite answers 500 to what it does not know; a refusal, or what cannot be read, is never the server's own fault. */
async function answerCause(path: string, work: () => Promise<Response>): Promise<Response> {
  const { value: response, cause } = await withCause(work);
  if (cause?.kind === 'trouble' && !response.ok && cause.isAway) return databaseAway();
  if (response.status !== 500 || cause === null || cause.kind === 'trouble') return response;
  // One token came twice at once.
  if (cause.kind === 'refused' && cause.code === 'UC000' && path === '/auth/v1/signup')
    return refusedByGate(403, cause.message);
  return cause.kind === 'refused' ? badRequest(path, cause.code, cause.message) : unreadable(path);
}

/** A value that Postgres takes for none, such as a text with a zero byte in it, when our own doors have asked for it. */
function refuseValue(path: string, error: unknown): Response {
  if (error instanceof postgres.PostgresError && error.code.startsWith('22')) return unreadable(path);
  throw error;
}

const tooMuchSelected = () =>
  badRequest('/rest/v1', 'PGRST100', 'The select names too many tables within one another.');

const unreadable = (path: string) => badRequest(path, 'PGRST100', 'The request cannot be read.');

/** In the form of PostgREST. */
const databaseAway = () => {
  const message = 'Could not query the database for the schema cache. Retrying.';
  return Response.json({ code: 'PGRST002', message, details: null, hint: null }, { status: 503 });
};

/** The address on our own origin, whatever the Host header says. */
function onKnownOrigin(url: URL, siteUrl: string): URL {
  const { protocol, host } = new URL(siteUrl);
  return Object.assign(new URL(url), { protocol, host });
}

/** In the form of PostgREST, or of GoTrue. */
function badRequest(path: string, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return refusal(400, 'validation_failed', message);
  return Response.json({ code, message, details: null, hint: null }, { status: 400 });
}
