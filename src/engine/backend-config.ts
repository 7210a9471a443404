import type { BackendConfig } from '../../sync/client.ts';
import * as z from 'zod/mini';
import { BACKEND_TEXT } from './backend-text.ts';
import { localTexts } from '../platform/page-storage.ts';
import { parseJson } from '../../sync/model/parse-json.ts';

const configSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  radioUrl: z.optional(z.string()),
});
type Config = z.infer<typeof configSchema>;

/** The build variables' configuration, else the server's. A cached copy is returned at once and refreshed for the next start. */
export async function backendConfig(): Promise<BackendConfig> {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_KEY: publishableKey } = import.meta.env;
  if (supabaseUrl && publishableKey) return { supabaseUrl, publishableKey };
  const cached = readCached();
  const refreshed = fetchConfig();
  if (!cached) return refreshed;
  // A failed refresh keeps the cached response.
  refreshed.catch(() => undefined);
  return cached;
}

/** Base URL of the station, without a trailing slash; null without a station. */
export async function radioBase(): Promise<string | null> {
  const { VITE_RADIO_URL: built, VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_KEY: key } = import.meta.env;
  if (built) return withoutSlash(built);
  if (supabaseUrl && key) return null;
  const radioUrl = readCached()?.radioUrl ?? (await fetchConfig()).radioUrl;
  return radioUrl ? withoutSlash(radioUrl) : null;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

async function fetchConfig(): Promise<Config> {
  const response = await fetch('/.well-known/undercurrent.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The server answered ${response.status} for its configuration`);
  const config = configSchema.parse(await response.json());
  localTexts.set(BACKEND_TEXT, JSON.stringify(config));
  return config;
}

function readCached(): Config | null {
  const parsed = configSchema.safeParse(parseJson(localTexts.get(BACKEND_TEXT)));
  return parsed.success ? parsed.data : null;
}
