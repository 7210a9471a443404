/** The UTC day of a time, YYYY-MM-DD (S-9). */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Milliseconds until the next UTC day begins. */
export function untilNextUtcDay(ms: number): number {
  return 86_400_000 - (ms % 86_400_000);
}
