export const DAY_MS = 86_400_000;

/** The UTC day of a time, as YYYY-MM-DD (S-9). @param ms since the epoch */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** When the next UTC day begins, in ms since the epoch (S-9). */
export function nextUtcDayAt(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}

/** The thirty UTC days up to and including `last`, as YYYY-MM-DD, oldest first. */
export function thirtyDaysUpTo(last: string): string[] {
  return Array.from({ length: 30 }, (_, i) => utcDay(Date.parse(last) - (29 - i) * DAY_MS));
}
