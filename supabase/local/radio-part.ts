import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type postgres from 'postgres';
import type { Exchange } from './http/router.ts';

/** What `startRadio` of `supabase/local/radio/start-radio.ts` is called with. */
export interface RadioContext {
  /** Pool of the superuser. */
  readonly sql: postgres.Sql;
  /** The path on this disk of an object's bytes, or null. */
  findFile(bucket: string, name: string): Promise<string | null>;
  readonly log: (line: string) => void;
}

/** The local station: answers everything below `/radio/` (`/radio` itself is a page of the app). */
export interface RadioPart {
  handle(exchange: Exchange): Promise<void> | void;
  close(): Promise<void>;
}

const radioFile = fileURLToPath(new URL('./radio/start-radio.ts', import.meta.url));

/** Starts the local station; null when this checkout has none. */
export async function startRadioPart(context: RadioContext): Promise<RadioPart | null> {
  if (!existsSync(radioFile)) return null;
  const module: unknown = await import(pathToFileURL(radioFile).href);
  const start = typeof module === 'object' && module !== null && 'startRadio' in module ? module.startRadio : undefined;
  if (typeof start !== 'function') throw new Error('supabase/local/radio/start-radio.ts has no startRadio');
  const part: unknown = await Reflect.apply(start, undefined, [context]);
  if (!isRadioPart(part)) throw new Error('startRadio answered without handle and close');
  return part;
}

function isRadioPart(value: unknown): value is RadioPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    'handle' in value &&
    'close' in value &&
    typeof value.handle === 'function' &&
    typeof value.close === 'function'
  );
}
