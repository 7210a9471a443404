const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** The longest delay, whatever the server asks for. A delay that seems longer began before the clock was set back. */
const LONGEST_WAIT_MS = 60 * 60_000;

/**
 * How long to wait before the next attempt: full jitter under a ceiling that doubles from 1 s to 5 min (SY-16).
 * @param failures the number of failures so far, 1 or more
 * @param random a number from 0 to 1
 * @param retryAfterMs the delay that the server asked for: a minimum, up to an hour
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(Math.round(random * ceiling), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
}

/** Whether a delay until `until` is still running (both ms since the epoch, by a clock that may be changed at any time). */
export function isDelayRunning(until: number, now: number): boolean {
  return until > now && until - now <= LONGEST_WAIT_MS;
}
