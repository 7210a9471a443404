import { AuthClient, createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { HttpEnvironment } from './http.ts';
import type { Database } from './types.gen.ts';

/** Heartbeat and reconnect delays of the realtime socket (part 1 §9), in milliseconds. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * The part of supabase-js that needs no session of its own: realtime and storage. It asks for a token each time and never
 * stores, renews or drops one; the session keeper does (S-5).
 */
export function createSupabase(
  environment: HttpEnvironment,
  accessToken: () => Promise<string | null>,
): SupabaseClient<Database> {
  const { config, fetch, betaToken } = environment;
  return createClient<Database>(config.supabaseUrl, config.publishableKey, {
    accessToken,
    global: {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        const beta = betaToken.get();
        if (beta !== null) headers.set('x-beta-session', beta);
        return fetch(input, { ...init, headers });
      },
    },
    realtime: {
      heartbeatIntervalMs: HEARTBEAT_MS,
      reconnectAfterMs: (tries) => RECONNECT_MS[Math.min(tries, RECONNECT_MS.length) - 1] ?? 10_000,
    },
  });
}

/** The auth service's calls. Stateless: it keeps no session, follows no address and starts no timer. */
export function createAuthClient(environment: HttpEnvironment): InstanceType<typeof AuthClient> {
  const { config, fetch } = environment;
  return new AuthClient({
    url: `${config.supabaseUrl}/auth/v1`,
    headers: { apikey: config.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    // A mail is often opened in another browser, which would not have the verifier of a PKCE flow.
    flowType: 'implicit',
    fetch,
  });
}
