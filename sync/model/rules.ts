/**
 * The rules of the economy and of access that the client predicts with. The server decides; these only let the interface
 * show the likely answer before it arrives (S-7, S-14).
 */

/** Listening that makes a play, in milliseconds (S-10). */
export const PLAY_THRESHOLD_MS = 30_000;
/** Share of a track shorter than the threshold that must be heard (S-10). */
export const SHORT_TRACK_SHARE = 0.95;
/** Plays a UTC day that earn a ZAP (S-7). */
export const DAILY_PLAY_CAP = 10;
/** Price of a first vote on a track, in ZAPs; edits are free. */
export const VOTE_PRICE = 5;
/** Price of a share, in ZAPs (S-13). */
export const SHARE_PRICE = 3;
/** Price of a sponsorship, in ZAPs. */
export const SPONSOR_PRICE = 20;
/** Days for which a track is sponsored (S-46). */
export const SPONSORSHIP_DAYS = 7;
/** Hours for which a track wears the NEW badge. */
export const NEW_BADGE_HOURS = 24;
/** How long a track may be, in milliseconds (S-55). */
export const LONGEST_TRACK_MS = 3 * 60 * 60 * 1000;
/** Characters of what somebody adds to a report. */
export const REPORT_DETAILS_MAX = 500;

export type Feature = 'connect' | 'message' | 'vote' | 'sponsor' | 'sell' | 'share';

/** Fan level from total XP: below 14 is 1, 14 to 25 is 2, then one level per 26 XP. */
export function fanLevel(xp: number): number {
  if (xp < 14) return 1;
  if (xp < 26) return 2;
  return Math.floor((xp - 26) / 26) + 3;
}

/** XP at which the level after `level` starts. */
export function nextLevelXp(level: number): number {
  if (level <= 1) return 14;
  if (level === 2) return 26;
  return 26 + (level - 2) * 26;
}

/** XP at which `level` starts. */
export function levelStartXp(level: number): number {
  return level <= 1 ? 0 : nextLevelXp(level - 1);
}

/** Progress inside the current level: XP gained, XP the level spans, XP still missing (never negative). */
export function levelProgress(xp: number): { level: number; into: number; span: number; remaining: number } {
  const level = fanLevel(xp);
  const start = levelStartXp(level);
  const next = nextLevelXp(level);
  return { level, into: xp - start, span: next - start, remaining: Math.max(0, next - xp) };
}

/** Most tracks a person of this level may own at a time (S-16). */
export function uploadSlots(level: number): number {
  if (level <= 3) return 3;
  if (level === 4) return 5;
  if (level === 5) return 7;
  return 10;
}

/** Level at which a feature opens (S-14). */
export function unlockLevel(feature: Feature): number {
  return feature === 'connect' || feature === 'message' ? 2 : 3;
}

/** No two counted plays of a person are closer, however short their tracks are (S-40). */
export const PLAY_PACE_MS = 30_000;

/** Milliseconds of listening after which a track of this length counts as played (S-10). */
export function playThresholdMs(durationMs: number): number {
  return durationMs > 0 && durationMs < PLAY_THRESHOLD_MS
    ? Math.floor(durationMs * SHORT_TRACK_SHARE)
    : PLAY_THRESHOLD_MS;
}
