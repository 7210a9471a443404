import type { Airing, StationAnswer } from './station.ts';

/** A song is heard seconds after the station names it. Times are ms since the epoch, by this device's clock. */

/** Two airings of a song are the same if their starts differ by less than this, because stations round times. */
const SAME_MS = 20_000;
/** Most airings in the timeline. */
const MAX_AIRINGS = 6;
/** Longer delays are implausible. */
const MAX_DELAY_MS = 60_000;

/** The airings that the station named, oldest first. */
export type Timeline = readonly Airing[];

/** Adds the answer's airings. A known one keeps its first start time, so that the shown song changes only once. */
export function withAnswer(timeline: Timeline, { now, before }: Pick<StationAnswer, 'now' | 'before'>): Timeline {
  const merged = [...timeline];
  for (const airing of [...before, ...(now ? [now] : [])]) {
    const index = merged.findIndex((each) => isSame(each, airing));
    if (index < 0) merged.push(airing);
    else merged[index] = { ...airing, startsAt: merged[index]?.startsAt ?? airing.startsAt };
  }
  merged.sort((a, b) => a.startsAt - b.startsAt);
  // Airings after the current song were announced but not played.
  const last = now && merged.findIndex((each) => isSame(each, now));
  return (last === null ? merged : merged.slice(0, last + 1)).slice(-MAX_AIRINGS);
}

function isSame(a: Airing, b: Airing): boolean {
  const isSong =
    a.song.id !== null || b.song.id !== null
      ? a.song.id === b.song.id
      : a.song.title === b.song.title && a.song.artist === b.song.artist;
  return isSong && Math.abs(a.startsAt - b.startsAt) < SAME_MS;
}

/** The airing that is heard at `now`; falls back to the oldest known one. Null if none is known. */
export function airingHeard(timeline: Timeline, now: number, delayMs: number): Airing | null {
  return timeline.findLast((each) => each.startsAt + delayMs <= now) ?? timeline[0] ?? null;
}

/** When the next song will be heard; null if the timeline has no later song. */
export function nextChangeAt(timeline: Timeline, now: number, delayMs: number): number | null {
  const next = timeline.find((each) => each.startsAt + delayMs > now);
  return next && airingHeard(timeline, now, delayMs) !== next ? next.startsAt + delayMs : null;
}

/**
 * How far the listener is behind the station, in ms: the browser's buffer, or the burst plus the time without audio since connecting,
 * whichever is longer. At most a minute, and 0 while nothing plays.
 */
export function delayOf(latency: { bufferedS: number; lagS: number }, burstS: number): number {
  if (latency.bufferedS === 0 && latency.lagS === 0) return 0;
  return Math.min(MAX_DELAY_MS, Math.max(latency.bufferedS, latency.lagS + burstS) * 1000);
}

export const POLL_MS = 30_000;
/** The station may still name a song this long after its end. */
const OVERTIME_MS = 20_000;
/** Shortest wait before the next request. */
const SOON_MS = 5000;

/** Time until the next request to the station, in ms. `spread` (0 to 1) distributes the listeners' requests after a song's end. */
export function nextPollInMs(current: Airing | null, now: number, spread: number): number {
  if (!current || current.durationMs === null) return POLL_MS;
  const remainingMs = current.startsAt + current.durationMs - now;
  if (remainingMs < -OVERTIME_MS || remainingMs > POLL_MS) return POLL_MS;
  return Math.max(SOON_MS, remainingMs + 500 + spread * 2500);
}
