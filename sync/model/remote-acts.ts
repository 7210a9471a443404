import * as z from 'zod/mini';
import type { Database } from '../remote/types.gen.ts';
import {
  dailyReward,
  leaderboard,
  leaderboardRank,
  ledgerValues,
  loginReward,
  recentZaps,
  thirtyDays,
} from './remote-reads.ts';
import type { RemoteRead } from './remote-reads.ts';
import { DAY_MS } from './utc-day.ts';

/** Title and text of a toast. */
export interface Words {
  title: string;
  text: string;
}

/** An act that needs the server's answer at once and is never queued (S-32). */
export interface RemoteAct<P, T> {
  procedure: keyof Database['public']['Functions'];
  parameters(wish: P): Record<string, unknown>;
  /**
   * How long a repeated, unanswered act keeps its idempotency key: a number of ms, or the UTC day. Later it counts as a new
   * act. `never`: the act is idempotent without a key.
   */
  isSame: { forMs: number } | 'today' | 'never';
  answer: z.ZodMiniType<T>;
  /** The reads that it changes; they are refreshed after the answer. */
  outdates: readonly RemoteRead<unknown>[];
  /** Texts for a refusal. Without a text here, the server's message is shown under the title. */
  refused: { title: string; byCode?: Record<string, Partial<Words>> };
  /** The text for a failure or an unexpected answer. */
  failed: Words;
  /** The code of a refusal that means 'already done'. */
  isDoneBy?: (code: string) => boolean;
  /** The act ends the account, so nothing is pulled afterwards. */
  endsAccount?: true;
}

const done = z.object({ success: z.literal(true) });
const ofLedger = [recentZaps, ledgerValues];
const ofEarnings = [leaderboard, leaderboardRank, ...ofLedger, thirtyDays];

/** Codes of a refusal for want of a session. */
const signIn = (text: string) => ({
  '401': { title: 'Authentication Required', text },
  '42501': { title: 'Authentication Required', text },
});

const prize = z.object({
  name: z.string(),
  zap_value: z.number(),
  item_name: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
});

/** Buys an item of the store. `trackId`: the person's track that a boost is for. */
export const purchase = {
  procedure: 'purchase_store_item',
  parameters: (wish: { itemId: string; quantity: number; trackId: string | null }) => ({
    item_id: wish.itemId,
    purchase_quantity: wish.quantity,
    p_track_id: wish.trackId,
  }),
  // The duration of the shortest item that is sold.
  isSame: { forMs: DAY_MS },
  answer: z.extend(done, {
    cost: z.number(),
    item_name: z.string(),
    message: z.string(),
    new_balance: z.number(),
    expires_at: z.optional(z.nullable(z.string())),
    /** The content of a Mystery Pack. */
    prizes: z.optional(z.array(prize)),
  }),
  // A pack may hold ZAPs.
  outdates: ofEarnings,
  refused: {
    title: 'Purchase Failed',
    byCode: { insufficient_zaps: { title: 'Insufficient ZAPs' }, ...signIn('Please sign in to make purchases') },
  },
  failed: { title: 'Purchase Error', text: 'Failed to complete purchase' },
} satisfies RemoteAct<never, unknown>;

/** Puts a track into the radio's queue (S-46). */
export const sponsor = {
  procedure: 'sponsor_track_for_radio',
  parameters: (wish: { trackId: string }) => ({ p_track_id: wish.trackId }),
  // The shortest sponsorship that an operator may set has ended by then, and the track may be sponsored again.
  isSame: { forMs: DAY_MS },
  answer: z.extend(done, { message: z.string(), new_balance: z.number() }),
  outdates: ofLedger,
  refused: {
    title: 'Sponsorship failed',
    byCode: { insufficient_zaps: { title: 'Insufficient ZAPs' }, ...signIn('Please sign in to sponsor tracks') },
  },
  failed: { title: 'Sponsorship failed', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;

/** Takes the reward for ten plays of the UTC day (S-12). */
export const claimDailyReward = {
  procedure: 'claim_daily_zap_reward',
  parameters: (_wish: null) => ({}),
  isSame: 'today',
  answer: z.extend(done, { amount: z.number(), message: z.string() }),
  outdates: [dailyReward, ...ofEarnings],
  refused: { title: "Can't Claim Reward" },
  failed: { title: 'Error', text: 'Failed to claim daily reward. Please try again.' },
} satisfies RemoteAct<never, unknown>;

/** Takes the reward for coming back today. */
export const claimLoginReward = {
  procedure: 'claim_daily_login_reward',
  parameters: (_wish: null) => ({}),
  isSame: 'today',
  answer: z.extend(done, { total_reward: z.number(), current_streak: z.number(), message: z.string() }),
  outdates: [loginReward, ...ofEarnings],
  refused: { title: "Can't Claim Login Reward" },
  failed: { title: 'Error', text: 'Failed to claim daily login reward' },
  isDoneBy: (code) => code === 'already_claimed',
} satisfies RemoteAct<never, unknown>;

/** Adds a line to the ledger, for the debug pages; the server sets its amount (S-7). */
export const recordZap = {
  procedure: 'record_zap_action',
  parameters: (wish: { type: string; trackId: string | null }) => ({
    p_action_type: wish.type,
    p_zap_value: 0,
    p_metadata: wish.trackId === null ? {} : { track_id: wish.trackId },
  }),
  isSame: { forMs: DAY_MS },
  answer: z.extend(done, { zaps_earned: z.number(), message: z.string() }),
  outdates: ofEarnings,
  refused: { title: 'ZAP Error' },
  failed: { title: 'ZAP Error', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;

/** Ends the account and all it owns (S-6). Whoever calls signs out afterwards. */
export const deleteAccount = {
  procedure: 'delete_my_profile',
  parameters: (_wish: null) => ({}),
  isSame: 'never',
  answer: done,
  outdates: [],
  refused: { title: 'Deletion Failed', byCode: signIn('Please sign in again.') },
  failed: { title: 'Deletion Failed', text: 'Something went wrong. Please try again.' },
  // The account is gone and the token still valid: the first answer was lost.
  isDoneBy: (code) => code === '42501',
  endsAccount: true,
} satisfies RemoteAct<never, unknown>;

/** The text for a failed act, in the words of the specification. */
export function refusalWords(act: Pick<RemoteAct<never, unknown>, 'refused'>, code: string, message: string): Words {
  return { title: act.refused.title, text: message, ...act.refused.byCode?.[code] };
}
