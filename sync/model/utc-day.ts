export const DAY_MS = 86_400_000;

/** YYYY-MM-DD (S-9). */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** In ms since the epoch (S-9). */
export function nextUtcDayAt(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}

/** YYYY-MM-DD, oldest first, with `last`. */
export function thirtyDaysUpTo(last: string): string[] {
  return Array.from({ length: 30 }, (_, i) => utcDay(Date.parse(last) - (29 - i) * DAY_MS));
}
