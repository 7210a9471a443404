import type { IncomingMessage, ServerResponse } from 'node:http';
import { asDatabaseAway } from './database-away.ts';
import { HttpError } from './http-error.ts';
import type { ReadBody } from './read-body.ts';
import { requestId } from './request-id.ts';
import { requestUrl } from './request-url.ts';
import { runRequest } from './request-scope.ts';
import { sendJson } from './respond.ts';
import type { ServerPart } from '../watch/request-class.ts';
import type { RequestWatch, WatchedRequest } from '../watch/watch-requests.ts';

export interface Exchange {
  /** Identifies the request in the logs and, as `X-Request-Id`, in the response. */
  readonly id: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Do not trust its host: it comes from the Host header. */
  readonly url: URL;
  readBody(limit: number): Promise<Buffer>;
  /** Sets the cause that the log names if this request fails with a 5xx. */
  blame(cause: string): void;
}

export interface Route {
  readonly door: ServerPart;
  /** Matches the path itself and all paths under it. With a trailing slash it matches only the paths under it. */
  readonly prefix: string;
  readonly cors?: boolean;
  /** Additional headers of the response to a CORS preflight. */
  readonly optionsOf?: (url: URL) => Record<string, string>;
  readonly handle: (exchange: Exchange) => Promise<void> | void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-expose-headers':
    'Content-Range, Content-Length, Content-Location, Preference-Applied, ETag, Accept-Ranges, Location, X-Request-Id, Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Expires',
  'access-control-max-age': '86400',
};

/**
 * Creates the function that passes each request to its route, and turns a thrown error into a JSON response. Each 5xx is
 * logged with its cause and the request's id.
 */
export function createRouter(
  routes: readonly Route[],
  readBody: ReadBody,
  report: (text: string) => void,
  watch?: Pick<RequestWatch, 'request'>,
) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const id = requestId(req);
    res.setHeader('x-request-id', id);
    const watched: WatchedRequest = { req, res, door: 'none', url: null, isBroken: false };
    watch?.request(watched);
    let cause = 'no cause was told';
    const blame = (text: string): void => void (cause = text);
    const name = `${req.method} ${printablePath(req.url ?? '')}`;
    const end = (): void => {
      watched.isBroken = true;
      res.destroy();
    };
    res.once('finish', () => {
      if (res.statusCode >= 500) report(`${name} answered ${res.statusCode} (request ${id}): ${cause}`);
    });
    await runRequest({ id, name, end }, async () => {
      try {
        const url = requestUrl(req);
        if (!url) throw new HttpError(400, 'Bad request', 'The address cannot be read.');
        if (req.headers.host === undefined && req.httpVersion === '1.1')
          throw new HttpError(400, 'Bad request', 'The Host header is missing.');
        watched.url = url;
        if (!METHODS.includes(req.method ?? ''))
          throw new HttpError(405, 'Method not allowed', 'Nothing here knows this method.', {
            allow: METHODS.join(', '),
          });
        const route = routes.find(({ prefix }) => matchesPrefix(url.pathname, prefix));
        if (!route) throw new HttpError(404, 'Not found', 'There is nothing at this address.');
        watched.door = route.door;
        if (route.cors && answerCors(route, req, res, url)) return;
        await route.handle({ id, req, res, url, blame, readBody: (limit) => readBody(req, res, limit) });
      } catch (thrown) {
        const error = asDatabaseAway(thrown);
        const hasDisconnected = req.destroyed && !req.complete;
        if (res.headersSent && !hasDisconnected && !(thrown instanceof HttpError))
          report(`${name} was cut off (request ${id}): ${causeOf(error)}`);
        blame(causeOf(error));
        answerError(req, res, error, id);
      }
    });
  };
}

/** Sets the CORS headers, and answers a preflight. @returns whether the request was a preflight */
function answerCors(route: Route, req: IncomingMessage, res: ServerResponse, url: URL): boolean {
  for (const [name, value] of Object.entries(corsHeaders)) res.setHeader(name, value);
  if (req.method !== 'OPTIONS') return false;
  const requested = req.headers['access-control-request-headers'];
  const allowed = requested === undefined ? {} : { 'access-control-allow-headers': requested };
  res.writeHead(204, { ...allowed, ...route.optionsOf?.(url) });
  res.end();
  return true;
}

function matchesPrefix(pathname: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return pathname.startsWith(prefix);
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** The path without the query, whose values may be secret, and without the name of a stored file, which may be private. */
function printablePath(address: string): string {
  return (address.split('?')[0] ?? '').replace(/^(.*\/storage\/v1\/(?:object|render)\/).*$/i, '$1…');
}

function answerError(req: IncomingMessage, res: ServerResponse, error: unknown, id: string): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const httpError =
    error instanceof HttpError ? error : new HttpError(500, 'Internal', 'Something went wrong on the server.');
  // The parser must not take an unread body for the next request on this connection.
  const close = req.complete ? {} : { connection: 'close' };
  sendJson(res, httpError.sentStatus, httpError.toJson(id), { ...close, ...httpError.headers });
  if (!req.complete) req.resume();
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof HttpError)) return error.stack ?? error.message;
  const { message, cause } = error;
  // Some errors of connections have only a code.
  if (!(cause instanceof Error)) return message;
  return [message, ...('code' in cause ? [String(cause.code)] : []), cause.message].join(' ');
}
