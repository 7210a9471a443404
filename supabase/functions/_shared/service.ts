import { bearerIn } from './bearer.ts';

/** A Supabase project. */
export interface Project {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** The project's URL and service key from the environment. @throws Error that names a missing variable */
export function readService(context: unknown): Project {
  return { url: readVariable(context, 'SUPABASE_URL'), key: readVariable(context, 'SUPABASE_SERVICE_ROLE_KEY') };
}

/**
 * The address at which browsers and radio stations reach the project. The functions of a self-hosted project use another address
 * themselves, and have the public one as `SUPABASE_PUBLIC_URL`.
 */
export function readPublicUrl(context: unknown, { url }: Project): string {
  return findVariable(context, 'SUPABASE_PUBLIC_URL') ?? url;
}

/** Reads from the context's `env`, or else from Deno's environment. @throws Error that names the missing variable */
export function readVariable(context: unknown, name: string): string {
  const value = findVariable(context, name);
  if (value === null) throw new Error(`the variable ${name} is not set`);
  return value;
}

function findVariable(context: unknown, name: string): string | null {
  const env = isRecord(context) && isRecord(context['env']) ? context['env'] : null;
  const value = env ? env[name] : denoVariable(name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The server does not answer, or answers 502, 503 or 504. */
export class ServerUnavailableError extends Error {
  /** @param retryAfterMs milliseconds before a retry; null for no retry, e.g. after 502 or 504 */
  constructor(
    message: string,
    readonly retryAfterMs: number | null,
  ) {
    super(message);
  }
}

export const failureStatus = (error: unknown): 500 | 503 => (error instanceof ServerUnavailableError ? 503 : 500);

const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);
/** Longest wait before a retry, whatever `Retry-After` says. */
const MAX_RETRY_MS = 2_000;
/** Wait before a retry without `Retry-After`. */
const DEFAULT_RETRY_MS = 500;

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to retry once after 503 (after `Retry-After`, at most 2 s) or no answer (after 0.5 s). True for GET by
   * default.
   */
  readonly isRepeatable?: boolean;
}

/**
 * Sends a request with the project's key in `apikey`. A legacy key is a JWT and is sent as the bearer token too.
 *
 * @throws ServerUnavailableError; the signal's reason on abort
 */
export async function send(
  project: Project,
  method: string,
  path: string,
  { isRepeatable = method === 'GET', ...options }: SendOptions = {},
): Promise<Response> {
  const attempt = () => sendOnce(project, method, path, options);
  return await attempt().catch(async (error: unknown) => {
    if (!isRepeatable || !(error instanceof ServerUnavailableError) || error.retryAfterMs === null) throw error;
    const { retryAfterMs } = error;
    await wait(retryAfterMs, options.signal);
    return await attempt();
  });
}

/** @throws the signal's reason on abort */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}

async function sendOnce(
  { url, key }: Project,
  method: string,
  path: string,
  options: Omit<SendOptions, 'isRepeatable'>,
): Promise<Response> {
  const bearer: Record<string, string> = key.split('.').length === 3 ? { authorization: `Bearer ${key}` } : {};
  const sent = fetch(url + path, {
    method,
    headers: { apikey: key, ...bearer, 'content-type': 'application/json', ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: options.signal ?? null,
  });
  const response = await sent.catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new ServerUnavailableError(`${method} ${path} got no answer: ${String(error)}${cause}`, DEFAULT_RETRY_MS);
  });
  if (!UNAVAILABLE_STATUSES.has(response.status)) return response;
  const text = await response.text();
  const stated = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  const retryAfterMs =
    response.status === 503 ? Math.min(Number.isNaN(stated) ? DEFAULT_RETRY_MS : stated, MAX_RETRY_MS) : null;
  throw new ServerUnavailableError(
    `${method} ${path} failed with ${response.status}: ${text.slice(0, 300)}`,
    retryAfterMs,
  );
}

/** @throws ServerUnavailableError; Error with the response on any other failure; the signal's reason on abort */
export async function callProcedure(
  project: Project,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: Pick<SendOptions, 'signal' | 'isRepeatable'> = {},
): Promise<unknown> {
  const response = await send(project, 'POST', `/rest/v1/rpc/${name}`, { body: args, ...options });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

export async function isFromService(request: Request, { key }: Project): Promise<boolean> {
  const expected = await digest(key);
  const candidates = [request.headers.get('apikey'), bearerOf(request)];
  for (const candidate of candidates) if (candidate !== null && (await digest(candidate)) === expected) return true;
  return false;
}

export function bearerOf(request: Request): string | null {
  return bearerIn(request.headers.get('authorization'));
}

/** The JSON object in a body; null if the body is longer than `limit` characters or is no JSON object. */
export async function readObject(request: Request, limit = 16 * 1024): Promise<Record<string, unknown> | null> {
  const text = await request.text();
  if (text.length > limit) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** SHA-256 in hex. Keys are compared by digest, so that timing reveals nothing about the key. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function denoVariable(name: string): unknown {
  const deno: unknown = Reflect.get(globalThis, 'Deno');
  const env: unknown = isRecord(deno) ? deno['env'] : undefined;
  if (typeof env !== 'object' || env === null) return undefined;
  const get: unknown = Reflect.get(env, 'get');
  return typeof get === 'function' ? Reflect.apply(get, env, [name]) : undefined;
}
