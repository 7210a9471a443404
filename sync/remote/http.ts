import type { BackendConfig } from '../environment.ts';
import type { Reply } from '../core/ports.ts';
import { failureOf } from './failure.ts';

/** No answer in this time is no network (SY-16). */
export const REQUEST_TIMEOUT_MS = 20_000;

export interface HttpEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  betaToken: { get(): string | null };
}

/**
 * One request to the backend and its JSON. The engine's calls go over plain HTTP: they need `Retry-After` and the status,
 * which supabase-js hides, and must not wait for it.
 * @param token of the user; null for a guest, who carries the beta token (S-2)
 * @param signal gives the request up, which is then a network that is away
 */
export async function request(
  environment: HttpEnvironment,
  path: string,
  options: { body?: unknown; token: string | null; method?: string; signal?: AbortSignal },
): Promise<Reply<unknown>> {
  const { signal, end } = withinTime(REQUEST_TIMEOUT_MS, options.signal);
  // Outside of what is caught: a request that cannot be made is a fault of ours, and no network that is away.
  const init = {
    method: options.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...authHeaders(environment, options.token) },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal,
  };
  const away = { ok: false, failure: { kind: 'network' } } as const;
  try {
    const response = await environment.fetch(environment.config.supabaseUrl + path, init).catch(() => null);
    if (!response) return away;
    if (!response.ok) return { ok: false, failure: await failureOf(response) };
    const text = await response.text().catch(() => null);
    const answer = text === null ? null : readJson(text);
    // Broken off, or the page of a hotel's network.
    return answer ? { ok: true, value: answer.value } : away;
  } finally {
    end();
  }
}

/**
 * A token of one person to send, null while their session is over.
 * @param refused the token that the server has just refused: another is renewed, and this one again where nobody can be asked for one
 */
export type AccessToken = (refused?: string) => Promise<string | null>;

/**
 * A request in the name of a person. A token that the server refuses is renewed once, and the request goes on with the new one: `auth`
 * says that the session itself is over (SY-16).
 */
export async function requestAs(
  environment: HttpEnvironment,
  accessToken: AccessToken,
  path: string,
  options: { body?: unknown; method?: string; signal?: AbortSignal },
): Promise<Reply<unknown>> {
  const over = { ok: false, failure: { kind: 'auth' } } as const;
  const away = { ok: false, failure: { kind: 'network' } } as const;
  const token = await unlessGivenUp(accessToken(), options.signal);
  if (token === undefined) return away;
  if (token === null) return over;
  const reply = await request(environment, path, { ...options, token });
  if (reply.ok || reply.failure.kind !== 'auth') return reply;
  const renewed = await unlessGivenUp(accessToken(token), options.signal);
  if (renewed === undefined || renewed === token) return away;
  if (renewed === null) return over;
  const again = await request(environment, path, { ...options, token: renewed });
  if (again.ok || again.failure.kind !== 'auth') return again;
  // It refuses what it has just given: its own trouble, and no word to the person about their session.
  return { ok: false, failure: { kind: 'busy', retryAfterMs: null, message: 'The server refuses a new session.' } };
}

/** The token, or undefined once the request is given up: a renewal may take long, and goes on for the others. */
function unlessGivenUp(token: Promise<string | null>, signal?: AbortSignal): Promise<string | null | undefined> {
  if (!signal) return token;
  const givenUp = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    if (signal.aborted) resolve(undefined);
  });
  return Promise.race([token, givenUp]);
}

/** A signal that ends after so many ms, or with another one. `end` lets go of both. */
export function withinTime(ms: number, other?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const ending = new AbortController();
  const onAbort = () => ending.abort(other?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('No answer came in time.', 'TimeoutError')), ms);
  if (other?.aborted) onAbort();
  else other?.addEventListener('abort', onAbort);
  return {
    signal: ending.signal,
    end() {
      clearTimeout(timer);
      other?.removeEventListener('abort', onAbort);
    },
  };
}

function readJson(text: string): { value: unknown } | null {
  if (text === '') return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

export function authHeaders(environment: HttpEnvironment, token: string | null): Record<string, string> {
  const { publishableKey } = environment.config;
  if (token !== null) return { apikey: publishableKey, authorization: `Bearer ${token}` };
  const beta = environment.betaToken.get();
  return {
    apikey: publishableKey,
    authorization: `Bearer ${publishableKey}`,
    ...(beta === null ? {} : { 'x-beta-session': beta }),
  };
}
