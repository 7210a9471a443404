/** Digits of a rating in millionths. */
const RATING_DIGITS = 7;
/** Digits of a time in microseconds since the epoch. */
export const TIME_DIGITS = 16;
const TIME_TOP = 10 ** TIME_DIGITS;
/** The earliest time of a key, in microseconds since the epoch: as a double, an earlier one would round to `TIME_TOP`, which has a digit more. */
const TIME_MIN = 2;

/** A key whose ascending order is Explore's: best rating, then newest. Tracks not in Explore come last. RxDB's indexes only ascend (SY-24). */
export function exploreKey(row: Record<string, unknown>): string {
  const rating = Math.round(numberOf(row['average_vote_rating']) * 1_000_000);
  const key = pad(10 ** RATING_DIGITS - 1 - rating, RATING_DIGITS) + newestKey(row);
  return (isInExplore(row) ? '0' : '1') + key;
}

/** A key whose ascending order puts the newest first (SY-24). */
export function newestKey(row: Record<string, unknown>): string {
  return pad(TIME_TOP - Math.max(TIME_MIN, microseconds(row['created_at'])), TIME_DIGITS);
}

export function isInExplore(row: Record<string, unknown>): boolean {
  return row['is_public'] === true && row['sponsored'] !== true;
}

/** In microseconds, as Postgres orders times, although the rows that the server sends have only milliseconds. */
function microseconds(timestamp: unknown): number {
  if (typeof timestamp !== 'string') return 0;
  const ms = Date.parse(timestamp);
  if (Number.isNaN(ms)) return 0;
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? '';
  return Math.floor(ms / 1000) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function pad(value: number, digits: number): string {
  return String(Math.max(0, value)).padStart(digits, '0');
}
