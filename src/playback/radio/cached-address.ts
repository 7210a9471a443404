import { localTexts } from '../../platform/page-storage.ts';
import * as z from 'zod/mini';

const KEY = 'radio_station';
const cached = z.object({ base: z.string(), listenUrl: z.string() });

/** The stream's URL from the station's last answer, so that a press can connect without a request. Null if none is cached. */
export function cachedListenUrl(base: string): string | null {
  try {
    const parsed = cached.safeParse(JSON.parse(localTexts.get(KEY) ?? 'null'));
    return parsed.success && parsed.data.base === base ? parsed.data.listenUrl : null;
  } catch {
    // Corrupt entry: the caller falls back to the default URL.
    return null;
  }
}

export function cacheListenUrl(base: string, listenUrl: string): void {
  localTexts.set(KEY, JSON.stringify({ base, listenUrl }));
}
