import * as z from 'zod/mini';
import type { Database } from '../remote/types.gen.ts';

/** A read of a procedure or table on the server (SY-29). */
export interface RemoteRead<T> {
  name: string;
  from:
    | { procedure: keyof Database['public']['Functions']; with: Record<string, unknown> }
    | { table: keyof Database['public']['Tables']; query: string };
  answer: z.ZodMiniType<T>;
  /** Age at which a watched answer is fetched again, in ms. */
  freshMs: number;
  /** The answer is never stored on the device, because only operators may see it. */
  isConfidential?: true;
}

const MINUTE = 60_000;

/** Highest earnings of the week (S-9). */
export const leaderboard = {
  name: 'leaderboard',
  from: { procedure: 'get_zap_leaderboard', with: { limit_count: 10 } },
  answer: z.array(
    z.object({
      rank: z.number(),
      user_id: z.string(),
      artist_name: z.nullable(z.string()),
      total_zaps_earned: z.number(),
    }),
  ),
  freshMs: 5 * MINUTE,
} satisfies RemoteRead<unknown>;

/** `rank` is null without earnings this week. */
export const leaderboardRank = {
  name: 'leaderboard-rank',
  from: { procedure: 'get_leaderboard_place', with: {} },
  answer: z.object({ rank: z.nullable(z.number()), total_zaps_earned: z.number() }),
  freshMs: 5 * MINUTE,
} satisfies RemoteRead<unknown>;

/** The reward for ten plays of the UTC day (S-12). */
export const dailyReward = {
  name: 'daily-reward',
  from: { procedure: 'check_daily_reward_status', with: {} },
  answer: z.object({
    already_claimed: z.boolean(),
    limit_reached: z.boolean(),
    can_claim: z.boolean(),
    tracks_needed: z.number(),
  }),
  freshMs: MINUTE,
} satisfies RemoteRead<unknown>;

export const loginReward = {
  name: 'login-reward',
  from: { procedure: 'get_daily_login_status', with: {} },
  answer: z.object({
    already_claimed: z.boolean(),
    current_streak: z.number(),
    streak_bonus_available: z.boolean(),
  }),
  freshMs: MINUTE,
} satisfies RemoteRead<unknown>;

/** `activity_dates` are UTC days as YYYY-MM-DD. */
export const thirtyDays = {
  name: 'thirty-days',
  from: { procedure: 'get_user_30_day_activity', with: {} },
  answer: z.object({
    activity_dates: z.array(z.string()),
    total_active_days: z.number(),
    has_today_activity: z.boolean(),
  }),
  freshMs: 5 * MINUTE,
} satisfies RemoteRead<unknown>;

export const communityTotals = {
  name: 'community-totals',
  from: { procedure: 'get_community_totals', with: {} },
  answer: z.object({
    artists: z.number(),
    tracks: z.number(),
    total_plays: z.number(),
    total_zaps_earned: z.number(),
  }),
  freshMs: 5 * MINUTE,
} satisfies RemoteRead<unknown>;

/** Empty unless the two people have a connection, a request or a conversation, and this person may see the profile. */
export const connectedProfile = (userId: string) =>
  ({
    name: 'connected-profile',
    from: { procedure: 'get_connected_user_profiles', with: { user_ids: [userId] } },
    answer: z.array(
      z.object({ id: z.string(), artist_name: z.nullable(z.string()), avatar_url: z.nullable(z.string()) }),
    ),
    freshMs: 5 * MINUTE,
  }) satisfies RemoteRead<unknown>;

/** Null for another person's track. `days`: of the last 30 UTC days, those with plays. */
export const trackNumbers = (trackId: string) =>
  ({
    name: 'track-numbers',
    from: { procedure: 'get_track_numbers', with: { p_track_id: trackId } },
    answer: z.nullable(
      z.object({
        /** YYYY-MM-DD */
        today: z.string(),
        plays: z.number(),
        days: z.array(z.object({ day: z.string(), plays: z.number() })),
        listeners: z.number(),
        /** Number of votes of each weight from 1 to 5. */
        votes: z.array(z.number()),
        shares: z.number(),
        times_on_radio: z.number(),
      }),
    ),
    freshMs: 5 * MINUTE,
  }) satisfies RemoteRead<unknown>;

const appealOutcome = z.enum(['keep', 'undo']);
const decision = z.object({
  act_id: z.string(),
  reason: z.string(),
  /** Null if the person has not appealed. `outcome` is null until an operator has answered the appeal. */
  appeal: z.nullable(z.object({ at: z.string(), outcome: z.nullable(appealOutcome), answer: z.string() })),
});
export type Decision = z.infer<typeof decision>;
const standingAnswer = z.object({
  id: z.string(),
  /** Title of the track that was hidden; null for a silence. */
  title: z.nullable(z.string()),
  outcome: appealOutcome,
  answer: z.string(),
});
export type StandingAnswer = z.infer<typeof standingAnswer>;

/** What operators decided about this person. `silence.ends_at` is null without an end; a reason is empty if none was given. */
export const ownStanding = {
  name: 'own-standing',
  from: { procedure: 'get_own_standing', with: {} },
  answer: z.object({
    is_operator: z.boolean(),
    silence: z.nullable(z.extend(decision, { ends_at: z.nullable(z.string()) })),
    hidden_tracks: z.array(z.extend(decision, { track_id: z.string(), title: z.string() })),
    /** Appeals settled in the last 30 days whose decisions no longer apply. `answer` is empty if the decision was undone without an answer. */
    answers: z.array(standingAnswer),
  }),
  freshMs: MINUTE,
} satisfies RemoteRead<unknown>;

/** Newest first. */
export const recentZaps = {
  name: 'recent-zaps',
  from: {
    table: 'zap_actions',
    query:
      'select=id,action_type,zap_value,metadata,credited_on,created_at&deleted_at=is.null&order=created_at.desc,id.desc&limit=100',
  },
  answer: z.array(
    z.object({
      id: z.string(),
      action_type: z.string(),
      zap_value: z.number(),
      metadata: z.record(z.string(), z.unknown()),
      /** UTC day, YYYY-MM-DD. */
      credited_on: z.string(),
      created_at: z.string(),
    }),
  ),
  freshMs: MINUTE / 2,
} satisfies RemoteRead<unknown>;

/** Newest first, at most 1,000. */
export const ledgerValues = {
  name: 'ledger-values',
  from: {
    table: 'zap_actions',
    query: 'select=zap_value&deleted_at=is.null&order=created_at.desc,id.desc&limit=1000',
  },
  answer: z.array(z.object({ zap_value: z.number() })),
  freshMs: MINUTE / 2,
} satisfies RemoteRead<unknown>;
