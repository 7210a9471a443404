import type { ZapRuleRow } from './tables/zap-rules.ts';

/**
 * The rules of the economy and of access that the client predicts with. The server decides; these only let the interface
 * show the likely answer before it arrives (S-7, S-14).
 */

/** The rules; an operator may change those in `zap_rules`. */
export interface Rules {
  /** The price of a first vote on a track, in ZAPs; edits are free. */
  votePrice: number;
  /** The price of a share, in ZAPs (S-13). */
  sharePrice: number;
  /** The price of a sponsorship, in ZAPs. */
  sponsorPrice: number;
  /** Days for which a track is sponsored (S-46); null: without end. */
  sponsorshipDays: number | null;
  /** Plays per UTC day that earn a ZAP each, and that the daily reward requires (S-7, S-12). */
  dailyPlayCap: number;
  /** ZAPs of the daily reward (S-12). */
  playReward: number;
  /** ZAPs for the daily login, and the extra ZAPs on a streak. */
  loginReward: number;
  loginBonus: number;
  /** Level at which a feature opens (S-14). */
  unlockLevels: Readonly<Record<Feature, number>>;
}

/**
 * The specified rules, for a device that has never synced. Afterwards the rows of `zap_rules` take their place, except for
 * connecting, messages and selling, whose levels are fixed.
 */
export const specifiedRules: Rules = {
  votePrice: 5,
  sharePrice: 3,
  sponsorPrice: 20,
  sponsorshipDays: 7,
  dailyPlayCap: 10,
  playReward: 2,
  loginReward: 1,
  loginBonus: 1,
  unlockLevels: { connect: 2, message: 2, vote: 3, sponsor: 3, sell: 3, share: 3 },
};

/** The rules as the server's rows have them. */
export function rulesOf(rows: readonly ZapRuleRow[]): Rules {
  const byType = new Map(rows.map((row) => [row.action_type, row]));
  const [vote, share, sponsor] = [byType.get('vote'), byType.get('share'), byType.get('sponsor')];
  const [play, claim, login] = [byType.get('play'), byType.get('claim'), byType.get('daily_gift')];
  const { unlockLevels, ...specified } = specifiedRules;
  return {
    votePrice: priceOf(vote) ?? specified.votePrice,
    sharePrice: priceOf(share) ?? specified.sharePrice,
    sponsorPrice: priceOf(sponsor) ?? specified.sponsorPrice,
    sponsorshipDays: sponsor ? sponsor.lasts_days : specified.sponsorshipDays,
    dailyPlayCap: play?.daily_cap ?? specified.dailyPlayCap,
    playReward: claim?.zap_value ?? specified.playReward,
    loginReward: login?.zap_value ?? specified.loginReward,
    loginBonus: login?.streak_bonus ?? specified.loginBonus,
    unlockLevels: {
      ...unlockLevels,
      vote: vote?.min_level ?? unlockLevels.vote,
      share: share?.min_level ?? unlockLevels.share,
      sponsor: sponsor?.min_level ?? unlockLevels.sponsor,
    },
  };
}

/** A price in ZAPs, which its row contains as a negative number. */
function priceOf(row: ZapRuleRow | undefined): number | null {
  return typeof row?.zap_value === 'number' ? Math.abs(row.zap_value) : null;
}

/** Listening that makes a play, in milliseconds (S-10). */
export const PLAY_THRESHOLD_MS = 30_000;
/** Share of a track shorter than the threshold that must be heard (S-10). */
export const SHORT_TRACK_SHARE = 0.95;
/** Hours for which a track shows the NEW badge. */
export const NEW_BADGE_HOURS = 24;
/** How long a track may be, in milliseconds (S-55). */
export const LONGEST_TRACK_MS = 3 * 60 * 60 * 1000;
/** The most characters of the comment on a report. */
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

/** The shortest time between two counted plays of a person, however short their tracks are (S-40). */
export const PLAY_PACE_MS = 30_000;

/** Milliseconds of listening after which a track of this length counts as played (S-10). */
export function playThresholdMs(durationMs: number): number {
  return durationMs > 0 && durationMs < PLAY_THRESHOLD_MS
    ? Math.floor(durationMs * SHORT_TRACK_SHARE)
    : PLAY_THRESHOLD_MS;
}
