import { localTexts } from '../../platform/page-storage.ts';
import * as z from 'zod/mini';

const KEY = 'radio_station';
const kept = z.object({ base: z.string(), listenUrl: z.string() });

/** The stream's address as the station last said it, so that a press needs no request before the stream; or null. */
export function keptListenUrl(base: string): string | null {
  try {
    const parsed = kept.safeParse(JSON.parse(localTexts.get(KEY) ?? 'null'));
    return parsed.success && parsed.data.base === base ? parsed.data.listenUrl : null;
  } catch {
    // Damaged: the usual address is tried.
    return null;
  }
}

export function keepListenUrl(base: string, listenUrl: string): void {
  localTexts.set(KEY, JSON.stringify({ base, listenUrl }));
}
