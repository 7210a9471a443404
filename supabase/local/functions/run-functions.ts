import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CallerAddress } from '../http/caller-address.ts';
import { HttpError } from '../http/http-error.ts';
import { originFor, type PublicAddress } from '../http/public-address.ts';
import { sendWebResponse, toWebRequest } from '../http/respond.ts';
import type { Exchange } from '../http/router.ts';

const folder = new URL('../../functions/', import.meta.url);
/** Largest request body, in bytes. Functions that read a body have lower limits of their own. */
const MAX_BODY = 256 * 1024;

interface FunctionContext {
  readonly env: Record<string, string>;
  /**
   * The caller's IP address. Functions must not take it from a header: clients could send a new one with each attempt.
   */
  readonly address: string;
  readonly origin: string;
}
type FetchHandler = (request: Request, context: FunctionContext) => Promise<Response>;

export interface FunctionsOptions {
  readonly env: Record<string, string>;
  readonly publicAddress: PublicAddress;
  readonly addressOf: CallerAddress;
}

export interface Functions {
  /** Answers with the function that the path names. */
  handle(exchange: Exchange): Promise<void>;
  handleWith(name: string, exchange: Exchange): Promise<void>;
  /** Sends a function a JSON POST with the service key. */
  runAsService(name: string, body: unknown): Promise<Response>;
}

export function createFunctions({ env, publicAddress, addressOf }: FunctionsOptions): Functions {
  const loaded = new Map<string, Promise<FetchHandler>>();
  const find = (name: string): Promise<FetchHandler> => {
    const file = /^[a-z0-9-]+$/.test(name) ? fileURLToPath(new URL(`${name}/index.ts`, folder)) : null;
    if (file === null || !existsSync(file)) {
      throw new HttpError(404, 'Not found', `There is no function ${JSON.stringify(name)}.`);
    }
    const handler = loaded.get(name) ?? load(file);
    loaded.set(name, handler);
    return handler;
  };
  const ownUrl = env['SUPABASE_URL'] ?? '';
  const handleWith = async (name: string, { req, res, url, readBody }: Exchange): Promise<void> => {
    const run = await find(name);
    const body = await readBody(MAX_BODY);
    const context = { env, address: addressOf(req), origin: originFor(req, publicAddress) };
    await sendWebResponse(req, res, await run(toWebRequest(req, url, body), context));
  };
  return {
    handle: (exchange) => handleWith(exchange.url.pathname.split('/')[3] ?? '', exchange),
    handleWith,
    async runAsService(name, body) {
      const run = await find(name);
      const key = env['SUPABASE_SERVICE_ROLE_KEY'] ?? '';
      const request = new Request(`${ownUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: key },
        body: JSON.stringify(body),
      });
      return await run(request, { env, address: '127.0.0.1', origin: ownUrl });
    },
  };
}

async function load(file: string): Promise<FetchHandler> {
  const module: unknown = await import(pathToFileURL(file).href);
  const entry: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (typeof entry !== 'object' || entry === null || !('fetch' in entry) || typeof entry.fetch !== 'function') {
    throw new Error(`${file} has no default export with a fetch handler`);
  }
  const { fetch } = entry;
  return async (request, context) => {
    const response: unknown = await Reflect.apply(fetch, entry, [request, context]);
    if (!(response instanceof Response)) throw new Error(`${file} did not answer with a Response`);
    return response;
  };
}
