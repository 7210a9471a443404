import * as z from 'zod/mini';

const KEY = 'radio_station';
const kept = z.object({ base: z.string(), listenUrl: z.string() });

/** The stream's address as the station last said it, so that a press needs no request before the stream; or null. */
export function keptListenUrl(base: string): string | null {
  try {
    const parsed = kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success && parsed.data.base === base ? parsed.data.listenUrl : null;
  } catch {
    // Damaged, or storage is forbidden: the usual address is tried.
    return null;
  }
}

export function keepListenUrl(base: string, listenUrl: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ base, listenUrl }));
  } catch {
    // Without storage the usual address is tried at the next start.
  }
}
