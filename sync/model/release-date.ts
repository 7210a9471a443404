/** How far ahead a release may be dated: two years, one of them a leap year. */
const PUBLICATION_AHEAD_MS = 731 * 24 * 60 * 60 * 1000;

/** The latest date of a release (S-61). `now` and the result are in ms since the epoch. */
export const latestPublication = (now: number): number => now + PUBLICATION_AHEAD_MS;
