/** The project: its address, and a key that says what may be done there. */
export interface Project {
  readonly url: string;
  readonly key: string;
}

/** The project with all rights, by the variables that Supabase sets for every function. @throws Error that names a missing one */
export function readService(context: unknown): Project {
  return { url: readVariable(context, 'SUPABASE_URL'), key: readVariable(context, 'SUPABASE_SERVICE_ROLE_KEY') };
}

/** Reads a variable of this function. @throws Error that names it when it is not set */
export function readVariable(context: unknown, name: string): string {
  const own = isRecord(context) && isRecord(context['env']) ? context['env'] : null;
  const value = own ? own[name] : denoVariable(name);
  if (typeof value !== 'string' || value === '') throw new Error(`the variable ${name} is not set`);
  return value;
}

/** The server cannot be asked at present: it does not answer, or says so with 502, 503 or 504. */
export class ServerTrouble extends Error {
  /** @param againMs after how long it may be asked once more, in milliseconds; null where it did not answer itself */
  constructor(
    message: string,
    readonly againMs: number | null,
  ) {
    super(message);
  }
}

/** The status of an answer to a request that failed with this error. */
export const failureStatus = (error: unknown): 500 | 503 => (error instanceof ServerTrouble ? 503 : 500);

const TROUBLE = new Set([502, 503, 504]);
/** Longest wait for a server in trouble, and the wait where it names none, in milliseconds. */
const MOST_AGAIN_MS = 2_000;
const AGAIN_MS = 500;

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Sending it twice does no harm, so that it is sent once more, after `Retry-After` or 2 s at most, when the server answers 503 or not
   * at all. True where it only reads.
   */
  readonly isRepeatable?: boolean;
}

/**
 * Sends a request with the rights of the key. The old kind of key is a token and goes into both headers; the new one is no bearer.
 * @throws ServerTrouble; the signal's reason when it ends the request
 */
export async function send(
  project: Project,
  method: string,
  path: string,
  { isRepeatable = method === 'GET', ...options }: SendOptions = {},
): Promise<Response> {
  const ask = () => sendOnce(project, method, path, options);
  return await ask().catch(async (error: unknown) => {
    if (!isRepeatable || !(error instanceof ServerTrouble) || error.againMs === null) throw error;
    const { againMs } = error;
    await new Promise((done) => setTimeout(done, againMs));
    return await ask();
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
    throw new ServerTrouble(`${method} ${path} got no answer: ${String(error)}${cause}`, AGAIN_MS);
  });
  if (!TROUBLE.has(response.status)) return response;
  const text = await response.text();
  const named = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  const againMs = response.status === 503 ? Math.min(Number.isNaN(named) ? AGAIN_MS : named, MOST_AGAIN_MS) : null;
  throw new ServerTrouble(`${method} ${path} failed with ${response.status}: ${text.slice(0, 300)}`, againMs);
}

/**
 * Calls a procedure.
 * @throws ServerTrouble; Error with the answer when it fails otherwise, or when the signal ends it
 */
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

/** Whether the request carries the service key: a schedule, a webhook or the server itself. */
export async function isFromService(request: Request, { key }: Project): Promise<boolean> {
  const wanted = await digest(key);
  const given = [request.headers.get('apikey'), bearerOf(request)];
  for (const one of given) if (one !== null && (await digest(one)) === wanted) return true;
  return false;
}

/** The token of the header `authorization`, or null. */
export function bearerOf(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The JSON of a short body; null when it is too long, empty or no object. */
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

export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** Equal digests instead of equal texts: how long a comparison takes says nothing of the key. */
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
