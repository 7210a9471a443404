import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './http-error.ts';
import type { ReadBody } from './read-body.ts';
import { requestUrl } from './request-url.ts';
import { sendJson } from './respond.ts';

export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Address of the request; its host is only as good as the Host header. */
  readonly url: URL;
  /** Reads the whole body, of at most `limit` bytes: see {@link ReadBody}. */
  readBody(limit: number): Promise<Buffer>;
}

export interface Route {
  /** The path itself or anything under it; with a slash at the end, only what is under it. */
  readonly prefix: string;
  /** Adds the headers that let pages of other origins call this route, and answers their preflights. */
  readonly cors?: boolean;
  /** What OPTIONS tells besides. */
  readonly optionsOf?: (url: URL) => Record<string, string>;
  readonly handle: (exchange: Exchange) => Promise<void> | void;
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers':
    'Content-Range, Content-Length, Content-Location, Preference-Applied, ETag, Accept-Ranges, Location, Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Expires',
  'access-control-max-age': '86400',
};

/** Sends a request to the first route whose prefix fits; a thrown error becomes one JSON answer. */
export function createRouter(routes: readonly Route[], readBody: ReadBody, report: (text: string) => void) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const url = requestUrl(req);
      if (!url) throw new HttpError(400, 'Bad request', 'The address cannot be read.');
      const route = routes.find(({ prefix }) => fits(url.pathname, prefix));
      if (!route) throw new HttpError(404, 'Not found', 'There is nothing at this address.');
      if (route.cors) {
        for (const [name, value] of Object.entries(corsHeaders)) res.setHeader(name, value);
        if (req.method === 'OPTIONS') {
          const asked = req.headers['access-control-request-headers'];
          const allowed = asked === undefined ? {} : { 'access-control-allow-headers': asked };
          res.writeHead(204, { ...allowed, ...route.optionsOf?.(url) });
          res.end();
          return;
        }
      }
      await route.handle({ req, res, url, readBody: (limit) => readBody(req, res, limit) });
    } catch (error) {
      answerError(req, res, error, report);
    }
  };
}

function fits(pathname: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return pathname.startsWith(prefix);
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Ends a request with the error's own answer, or with 500 and a line in the log when it has none. */
export function answerError(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
  report: (text: string) => void,
): void {
  const gone = req.destroyed && !req.complete;
  if (!(error instanceof HttpError) && !gone) {
    report(
      `${req.method} ${req.url?.split('?')[0]} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const known =
    error instanceof HttpError ? error : new HttpError(500, 'Internal', 'Something went wrong on the server.');
  // An unread body must not be taken for the next request on this connection.
  const close = req.complete ? {} : { connection: 'close' };
  sendJson(res, known.sentStatus, known.toJson(), { ...close, ...known.headers });
  if (!req.complete) req.resume();
}
