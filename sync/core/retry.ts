/** Ceiling of the first delay, and the longest ceiling. */
const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** The longest delay that a server may ask for. One that seems longer began before the clock was set back. */
const LONGEST_WAIT_MS = 60 * 60_000;

/**
 * The delay after this many failures: full jitter under a ceiling that doubles from 1 s to 5 min (SY-16). @param retryAfterMs a minimum, up to
 * an hour
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(Math.round(random * ceiling), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
}

/** Whether a delay has not ended. Both times are in ms since the epoch, by a clock that may be set at any time. */
export function isDelayRunning(until: number, now: number): boolean {
  return until > now && until - now <= LONGEST_WAIT_MS;
}
