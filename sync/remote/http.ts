import type { BackendConfig } from '../environment.ts';
import type { Reply } from '../core/ports.ts';
import { failureOf } from './failure.ts';

/** Longest wait for a response. A timeout counts as a lost network (SY-16). */
export const REQUEST_TIMEOUT_MS = 20_000;

export interface HttpEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  betaToken: { get(): string | null };
}

/**
 * Sends a request without supabase-js, which would hide `Retry-After` and the status. @param options `token` is null for a guest, who sends
 * the beta token (S-2)
 */
export async function request(
  environment: HttpEnvironment,
  path: string,
  options: { body?: unknown; token: string | null; method?: string; signal?: AbortSignal },
): Promise<Reply<unknown>> {
  const { signal, end } = withinTime(REQUEST_TIMEOUT_MS, options.signal);
  const init = {
    method: options.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...authHeaders(environment, options.token) },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal,
  };
  const networkFailure = { ok: false, failure: { kind: 'network' } } as const;
  try {
    const response = await environment.fetch(environment.config.supabaseUrl + path, init).catch(() => null);
    if (!response) return networkFailure;
    if (!response.ok) return { ok: false, failure: await failureOf(response) };
    const text = await response.text().catch(() => null);
    const answer = text === null ? null : readJson(text);
    // Without JSON, the body was aborted, or is a captive portal's page.
    return answer ? { ok: true, value: answer.value } : networkFailure;
  } finally {
    end();
  }
}

/**
 * The person's token; null without a usable session. @param refused a token that the server has refused; returned again if the auth service is
 * unreachable
 */
export type AccessToken = (refused?: string) => Promise<string | null>;

/**
 * Like `request`, with the person's token. A refused token is renewed once, and the request repeated. The failure `auth` means that the session
 * is over (SY-16).
 */
export async function requestAs(
  environment: HttpEnvironment,
  accessToken: AccessToken,
  path: string,
  options: { body?: unknown; method?: string; signal?: AbortSignal },
): Promise<Reply<unknown>> {
  const sessionOver = { ok: false, failure: { kind: 'auth' } } as const;
  const networkFailure = { ok: false, failure: { kind: 'network' } } as const;
  const token = await unlessAborted(accessToken(), options.signal);
  if (token === undefined) return networkFailure;
  if (token === null) return sessionOver;
  const reply = await request(environment, path, { ...options, token });
  if (reply.ok || reply.failure.kind !== 'auth') return reply;
  const renewed = await unlessAborted(accessToken(token), options.signal);
  if (renewed === undefined || renewed === token) return networkFailure;
  if (renewed === null) return sessionOver;
  const repeated = await request(environment, path, { ...options, token: renewed });
  if (repeated.ok || repeated.failure.kind !== 'auth') return repeated;
  // A server that refuses a new token has a fault; the session is not over.
  return { ok: false, failure: { kind: 'busy', retryAfterMs: null, message: 'The server refuses a new session.' } };
}

/** The token; undefined if the request is aborted. A renewal continues for other requests. */
function unlessAborted(token: Promise<string | null>, signal?: AbortSignal): Promise<string | null | undefined> {
  if (!signal) return token;
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    if (signal.aborted) resolve(undefined);
  });
  return Promise.race([token, aborted]);
}

/** A signal that aborts after `ms`, or with `outer`. `end` releases the timer and the listener. */
export function withinTime(ms: number, outer?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const ending = new AbortController();
  const onAbort = () => ending.abort(outer?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('No answer came in time.', 'TimeoutError')), ms);
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort);
  return {
    signal: ending.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
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
