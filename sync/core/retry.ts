const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/**
 * How long to wait before the next attempt: full jitter under a ceiling that doubles from 1 s to 5 min (SY-16).
 * @param failures how often it has failed so far, 1 or more
 * @param random a number from 0 to 1
 * @param retryAfterMs what the server asked for; never undercut
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(Math.round(random * ceiling), retryAfterMs ?? 0);
}
