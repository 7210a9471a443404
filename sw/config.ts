import * as z from 'zod/mini';
import { answerBy } from './answer-by.ts';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

const PATH = '/.well-known/undercurrent.json';
const backend = z.object({ supabaseUrl: z.string(), publishableKey: z.string() });
export type Backend = z.infer<typeof backend>;

const strategy = new NetworkFirst({ cacheName: 'config', networkTimeoutSeconds: 3 });

/** Answers the page's request for the configuration from the network; after 3 s or a failure, from the cache, if the answer is cached. */
export function registerConfig(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === PATH,
    (options) => answerBy(strategy, options),
  );
}

/** Reads the backend from the build's variables, which a build for a hosted backend has, else from the configuration. Null if unknown. */
export async function readBackend(event: ExtendableEvent): Promise<Backend | null> {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_KEY: publishableKey } = import.meta.env;
  if (supabaseUrl && publishableKey) return { supabaseUrl, publishableKey };
  const response = await answerBy(strategy, { event, request: new Request(PATH) }).catch(() => null);
  if (!response?.ok) return null;
  const parsed = backend.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : null;
}
