import type { IncomingHttpHeaders } from 'node:http';
import postgres from 'postgres';
import { KeyedTurns } from '../http/keyed-turns.ts';
import type { Exchange } from '../http/router.ts';
import { sendWebResponse } from '../http/respond.ts';
import { type AuthHandlerOptions, createAuthHandler } from '../auth/auth-handler.ts';
import { refusal } from '../auth/auth-guard.ts';
import type { MailContext } from '../auth/mail-links.ts';
import { refusedByGate } from '../auth/sign-up-gate.ts';
import { readLiteMail } from '../mail/read-lite-mail.ts';
import { isOutOfBounds, mayBeTooDeep } from './json-bounds.ts';
import { createJsonValues } from './json-values.ts';
import { keepLite } from './keep-lite.ts';
import { LiteUnavailable } from './lite-child.ts';
import { keepWarnings } from './lite-internals.ts';
import type { HeaderList, LiteAnswer, LiteRequest } from './lite-messages.ts';
import { createProcedureProxy } from './procedures.ts';
import { selectsTooMuch } from './select-size.ts';
import { findSharedName } from './shared-names.ts';

// The server does not run lite, but some of its modules import parts of lite. lite then replaces `process.emitWarning`.
keepWarnings();

/** Bytes of a request's body. Fifty sync_push actions are under 200 KB. */
const MAX_BODY = 2 * 1024 * 1024;

/**
 * Concurrent requests of one address: slow ones must leave connections for others, and hashing a password is expensive.
 */
const MAX_REST_REQUESTS = 6;
const MAX_AUTH_REQUESTS = 3;

export interface RestAndAuthOptions extends AuthHandlerOptions {
  readonly databaseUrl: string;
  readonly log: (line: string) => void;
  readonly hasSpare: boolean;
  /** Called when the process of REST and Auth ended unexpectedly. */
  readonly onEnded: () => void;
}

export interface RestAndAuth {
  handle(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

/** `/rest/v1` and `/auth/v1`: refuses dangerous requests and forwards the others to lite. */
export function createRestAndAuth(options: RestAndAuthOptions): RestAndAuth {
  const { keys, siteUrl } = options;
  const contexts = new WeakMap<LiteRequest, { readonly exchange: Exchange; readonly mail: MailContext | undefined }>();
  const lite = keepLite({
    settings: {
      databaseUrl: options.databaseUrl,
      jwtSecret: keys.jwtSecret,
      publishableKey: keys.publishableKey,
      serviceRoleKey: keys.serviceRoleKey,
      siteUrl,
    },
    async deliver({ to, text }, request) {
      const context = contexts.get(request)?.mail;
      if (!context) throw new Error('A request that is not for Auth sent a mail.');
      await options.mailer.send(readLiteMail(text, to, context));
    },
    log: options.log,
    nameOf: (request) => {
      const id = contexts.get(request)?.exchange.id ?? '';
      return `${request.method} ${new URL(request.url).pathname} (request ${id})`;
    },
    hasSpare: options.hasSpare,
    onEnded: options.onEnded,
  });

  const forward = async (
    exchange: Exchange,
    sent: { readonly url: URL; readonly headers: IncomingHttpHeaders; readonly body: Buffer },
    mail?: MailContext,
  ): Promise<Response> => {
    const request: LiteRequest = {
      method: exchange.req.method ?? 'GET',
      url: onKnownOrigin(sent.url, siteUrl).href,
      headers: headerList(sent.headers),
      body: sent.body,
    };
    contexts.set(request, { exchange, mail });
    try {
      return answerCause(exchange, await lite.send(request));
    } catch (error) {
      if (!(error instanceof LiteUnavailable)) throw error;
      // A read is safe to retry.
      if (isReading(exchange)) return answerCause(exchange, await lite.send(request));
      throw error;
    }
  };

  const answerAuth = createAuthHandler(options);
  const withJsonValues = createJsonValues(options.sql);
  const passProcedure = createProcedureProxy(options.sql);
  const restTurns = new KeyedTurns(MAX_REST_REQUESTS);
  const authTurns = new KeyedTurns(MAX_AUTH_REQUESTS);

  const answerRest = async (exchange: Exchange, body: Buffer, json: unknown): Promise<Response> => {
    const { url, req } = exchange;
    const passage = await passProcedure(url, req.headers);
    if ('extra' in passage)
      return badRequest(url.pathname, 'PGRST100', `The procedure answers one value and takes no "${passage.extra}".`);
    return await forward(exchange, { url, headers: passage.headers, body: await withJsonValues(url, body, json) });
  };

  return {
    async handle(exchange) {
      const { req, res, url } = exchange;
      const body = await exchange.readBody(MAX_BODY);
      const isAuth = url.pathname.startsWith('/auth/');
      // lite copies the JSON recursively, without a depth limit.
      if (isOutOfBounds(body)) return await sendWebResponse(req, res, unreadable(url.pathname));
      const json = readJson(body);
      const refused = refuse(exchange, body, json, isAuth);
      if (refused) return await sendWebResponse(req, res, refused);
      const turns = isAuth ? authTurns : restTurns;
      const response = await turns.run(options.addressOf(req), async () => {
        // The client may have disconnected while it waited.
        if (res.destroyed) return null;
        try {
          if (!isAuth) return await answerRest(exchange, body, json);
          return await answerAuth(exchange, { body, json }, (address, sent, mail) =>
            forward(exchange, { url: address, headers: req.headers, body: sent }, mail),
          );
        } catch (error) {
          return refuseValue(exchange, error);
        }
      });
      if (response) await sendWebResponse(req, res, response);
    },
    close: () => lite.close(),
  };
}

function refuse({ req, url }: Exchange, body: Buffer, json: unknown, isAuth: boolean): Response | null {
  if (json === undefined)
    return isAuth ? refusal(400, 'bad_json', 'Could not parse request body as JSON') : unreadable(url.pathname);
  // A filter may contain JSON.
  if ([...url.searchParams.values()].some(mayBeTooDeep)) return unreadable(url.pathname);
  if (!isAuth && selectsTooMuch(url)) return tooMuchSelected();
  // lite also accepts CSV and forms, whose names are not checked here.
  const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!isAuth && body.length > 0 && type !== '' && type !== 'application/json') return notAcceptable(type);
  const name = findSharedName(url, req.headers, json);
  return name === null ? null : badRequest(url.pathname, 'PGRST100', `"${name}" is no name that can be asked for.`);
}

/** Parses a body: null if it is empty, undefined if it is invalid. Checks it here, because lite accepts some invalid JSON. */
function readJson(body: Buffer): unknown {
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const isReading = ({ req, url }: Exchange) =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  url.pathname.startsWith('/rest/v1/') &&
  !url.pathname.startsWith('/rest/v1/rpc/');

/** The response to the client. lite answers 500 to errors that it does not know, so their cause decides the status. */
function answerCause(exchange: Exchange, { status, headers, body, cause }: LiteAnswer): Response {
  const path = exchange.url.pathname;
  if (status >= 500 && cause !== null) exchange.blame(cause.message);
  if (cause?.kind === 'trouble' && status >= 300 && cause.isAway) return databaseAway();
  if (status === 500 && cause !== null && cause.kind !== 'trouble') {
    // Two sign-ups used the same beta token at the same time.
    if (cause.kind === 'refused' && cause.code === 'UC000' && path === '/auth/v1/signup')
      return refusedByGate(403, cause.message);
    return cause.kind === 'refused' ? badRequest(path, cause.code, cause.message) : unreadable(path);
  }
  const isEmpty = status === 204 || status === 205 || status === 304;
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: list });
}

/** @throws the error, unless it means an unstorable value or an ended process of lite */
function refuseValue(exchange: Exchange, error: unknown): Response {
  const path = exchange.url.pathname;
  if (error instanceof postgres.PostgresError && error.code.startsWith('22')) return unreadable(path);
  if (error instanceof LiteUnavailable) {
    exchange.blame(error.message);
    return restarting(path);
  }
  throw error;
}

const tooMuchSelected = () =>
  badRequest('/rest/v1', 'PGRST100', 'The select names too many tables within one another.');

const unreadable = (path: string) => badRequest(path, 'PGRST100', 'The request cannot be read.');

const notAcceptable = (type: string) =>
  Response.json(
    { code: 'PGRST102', message: `Content-Type not acceptable: ${type}`, details: null, hint: null },
    { status: 415 },
  );

const databaseAway = () => {
  const message = 'Could not query the database for the schema cache. Retrying.';
  return Response.json({ code: 'PGRST002', message, details: null, hint: null }, { status: 503 });
};

function restarting(path: string): Response {
  const message = 'The server was interrupted. Try again.';
  const headers = { 'retry-after': '1' };
  if (path.startsWith('/auth/')) return refusal(503, 'request_timeout', message, headers);
  return Response.json({ code: 'PGRST001', message, details: null, hint: null }, { status: 503, headers });
}

function onKnownOrigin(url: URL, siteUrl: string): URL {
  const { protocol, host } = new URL(siteUrl);
  return Object.assign(new URL(url), { protocol, host });
}

function headerList(headers: IncomingHttpHeaders): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
}

function badRequest(path: string, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return refusal(400, 'validation_failed', message);
  return Response.json({ code, message, details: null, hint: null }, { status: 400 });
}
