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
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await environment.fetch(environment.config.supabaseUrl + path, {
      method: options.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...authHeaders(environment, options.token) },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    if (!response.ok) return { ok: false, failure: await failureOf(response) };
    const text = await response.text();
    return { ok: true, value: text === '' ? null : JSON.parse(text) };
  } catch {
    return { ok: false, failure: { kind: 'network' } };
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
