import type { ZapRuleRow } from './tables/zap-rules.ts';

/** Prices, rewards, caps and unlock levels. The client only predicts with them; the server decides (S-7, S-14). */
export interface Rules {
  /** For a first vote on a track, in ZAPs. */
  votePrice: number;
  /** In ZAPs (S-13). */
  sharePrice: number;
  /** In ZAPs. */
  sponsorPrice: number;
  /** Length of a sponsorship (S-46); null: without end. */
  sponsorshipDays: number | null;
  /** Number of plays per UTC day that earn a ZAP each. The daily reward requires as many (S-7, S-12). */
  dailyPlayCap: number;
  /** ZAPs of the daily reward (S-12). */
  playReward: number;
  /** ZAPs for the first complete profile (S-7). */
  profileReward: number;
  /** ZAPs of the daily login. On a streak, `loginBonus` is added. */
  loginReward: number;
  loginBonus: number;
  /** Level that unlocks a feature (S-14). */
  unlockLevels: Readonly<Record<Feature, number>>;
}

/** The specified rules, for a device that has never synced. The levels for connecting, messages and selling never change. */
export const specifiedRules: Rules = {
  votePrice: 5,
  sharePrice: 3,
  sponsorPrice: 20,
  sponsorshipDays: 7,
  dailyPlayCap: 10,
  playReward: 2,
  profileReward: 2,
  loginReward: 1,
  loginBonus: 1,
  unlockLevels: { connect: 2, message: 2, vote: 3, sponsor: 3, sell: 3, share: 3 },
};

/** The rules in the table `zap_rules`; the specified ones where a row is missing. */
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
    profileReward: byType.get('profile_creation')?.zap_value ?? specified.profileReward,
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

/** Rows store prices as negative numbers. */
function priceOf(row: ZapRuleRow | undefined): number | null {
  return typeof row?.zap_value === 'number' ? Math.abs(row.zap_value) : null;
}

/** How long a person must listen for a counted play (S-10). */
export const PLAY_THRESHOLD_MS = 30_000;
/** Share that must be heard of a track shorter than `PLAY_THRESHOLD_MS` (S-10). */
export const SHORT_TRACK_SHARE = 0.95;
/** Age up to which a track is marked as new. */
export const NEW_BADGE_HOURS = 24;
/** Longest track that may be uploaded. */
export const LONGEST_TRACK_MS = 3 * 60 * 60 * 1000;
/** Longest details of a report, in characters. */
export const REPORT_DETAILS_MAX = 500;
/** Longest appeal, in characters. */
export const APPEAL_MAX = 500;
/** Longest texts that an artist writes about a track or a release, in characters. */
export const DESCRIPTION_MAX = 1000;
export const RELEASE_NOTES_MAX = 500;
export const LYRICS_MAX = 10_000;

export type Feature = 'connect' | 'message' | 'vote' | 'sponsor' | 'sell' | 'share';

/** Below 14 XP is level 1, below 26 level 2, then one level per 26 XP. */
export function fanLevel(xp: number): number {
  return xp < 14 ? 1 : Math.floor(xp / 26) + 2;
}

/** XP at which the next level begins. */
export function nextLevelXp(level: number): number {
  return level <= 1 ? 14 : (level - 1) * 26;
}

/** XP at which this level begins. */
export function levelStartXp(level: number): number {
  return level <= 1 ? 0 : nextLevelXp(level - 1);
}

/** In XP; `remaining` is never negative. */
export function levelProgress(xp: number): { level: number; into: number; span: number; remaining: number } {
  const level = fanLevel(xp);
  const start = levelStartXp(level);
  const next = nextLevelXp(level);
  return { level, into: xp - start, span: next - start, remaining: Math.max(0, next - xp) };
}

/** Maximum number of tracks a person of this level may own (S-16). */
export function uploadSlots(level: number): number {
  if (level <= 3) return 3;
  if (level === 4) return 5;
  if (level === 5) return 7;
  return 10;
}

/** Minimum time between two counted plays of a person (S-40). */
export const PLAY_PACE_MS = 30_000;

/** Listening after which a track of this length counts as played (S-10). */
export function playThresholdMs(durationMs: number): number {
  return durationMs > 0 && durationMs < PLAY_THRESHOLD_MS
    ? Math.floor(durationMs * SHORT_TRACK_SHARE)
    : PLAY_THRESHOLD_MS;
}
