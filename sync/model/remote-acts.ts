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

export interface Words {
  title: string;
  text: string;
}

/** An act that needs the server's answer at once and is never queued (S-32). */
export interface RemoteAct<P, T> {
  procedure: keyof Database['public']['Functions'];
  parameters(request: P): Record<string, unknown>;
  /** How long repetitions of an unanswered act send the same idempotency key, in ms. `none`: the act needs no key. */
  keyLifetime: { forMs: number } | 'today' | 'none';
  answer: z.ZodMiniType<T>;
  invalidates: readonly RemoteRead<unknown>[];
  /** Without a text here, the server's message is shown under the title. */
  refused: { title: string; byCode?: Record<string, Partial<Words>> };
  failed: Words;
  /** Whether a refusal with this code means that the act was done before. */
  isAlreadyDone?: (code: string) => boolean;
  /** Whether the act deletes the account, so that nothing is pulled afterwards. */
  endsAccount?: true;
}

const done = z.object({ success: z.literal(true) });
const ledgerReads = [recentZaps, ledgerValues];
const earningsReads = [leaderboard, leaderboardRank, ...ledgerReads, thirtyDays];

const unauthenticatedTexts = (text: string) => ({
  '401': { title: 'Authentication Required', text },
  '42501': { title: 'Authentication Required', text },
});

const prize = z.object({
  name: z.string(),
  zap_value: z.number(),
  item_name: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
});

/** `trackId`: the person's track to boost. */
export const purchase = {
  procedure: 'purchase_store_item',
  parameters: (request: { itemId: string; quantity: number; trackId: string | null }) => ({
    item_id: request.itemId,
    purchase_quantity: request.quantity,
    p_track_id: request.trackId,
  }),
  // Every item lasts at least a day. A day later, the same purchase is a new one.
  keyLifetime: { forMs: DAY_MS },
  answer: z.extend(done, {
    cost: z.number(),
    item_name: z.string(),
    message: z.string(),
    new_balance: z.number(),
    expires_at: z.optional(z.nullable(z.string())),
    /** Content of a Mystery Pack. */
    prizes: z.optional(z.array(prize)),
  }),
  // A pack may contain ZAPs.
  invalidates: earningsReads,
  refused: {
    title: 'Purchase Failed',
    byCode: {
      insufficient_zaps: { title: 'Insufficient ZAPs' },
      ...unauthenticatedTexts('Please sign in to make purchases'),
    },
  },
  failed: { title: 'Purchase Error', text: 'Failed to complete purchase' },
} satisfies RemoteAct<never, unknown>;

export const sponsor = {
  procedure: 'sponsor_track_for_radio',
  parameters: (request: { trackId: string }) => ({ p_track_id: request.trackId }),
  // Every sponsorship lasts at least a day. A day later, the track may be sponsored again.
  keyLifetime: { forMs: DAY_MS },
  answer: z.extend(done, { message: z.string(), new_balance: z.number() }),
  invalidates: ledgerReads,
  refused: {
    title: 'Sponsorship failed',
    byCode: {
      insufficient_zaps: { title: 'Insufficient ZAPs' },
      ...unauthenticatedTexts('Please sign in to sponsor tracks'),
    },
  },
  failed: { title: 'Sponsorship failed', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;

/** The reward for ten plays of the UTC day (S-12). */
export const claimDailyReward = {
  procedure: 'claim_daily_zap_reward',
  parameters: (_request: null) => ({}),
  keyLifetime: 'today',
  answer: z.extend(done, { amount: z.number(), message: z.string() }),
  invalidates: [dailyReward, ...earningsReads],
  refused: { title: "Can't Claim Reward" },
  failed: { title: 'Error', text: 'Failed to claim daily reward. Please try again.' },
} satisfies RemoteAct<never, unknown>;

export const claimLoginReward = {
  procedure: 'claim_daily_login_reward',
  parameters: (_request: null) => ({}),
  keyLifetime: 'today',
  answer: z.extend(done, { total_reward: z.number(), current_streak: z.number(), message: z.string() }),
  invalidates: [loginReward, ...earningsReads],
  refused: { title: "Can't Claim Login Reward" },
  failed: { title: 'Error', text: 'Failed to claim daily login reward' },
  isAlreadyDone: (code) => code === 'already_claimed',
} satisfies RemoteAct<never, unknown>;

/** For the debug pages; the server sets the amount (S-7). */
export const recordZap = {
  procedure: 'record_zap_action',
  parameters: (request: { type: string; trackId: string | null }) => ({
    p_action_type: request.type,
    p_zap_value: 0,
    p_metadata: request.trackId === null ? {} : { track_id: request.trackId },
  }),
  keyLifetime: { forMs: DAY_MS },
  answer: z.extend(done, { zaps_earned: z.number(), message: z.string() }),
  invalidates: earningsReads,
  refused: { title: 'ZAP Error' },
  failed: { title: 'ZAP Error', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;

/** Deletes the account and its data (S-6). The caller signs out afterwards. */
export const deleteAccount = {
  procedure: 'delete_my_profile',
  parameters: (_request: null) => ({}),
  keyLifetime: 'none',
  answer: done,
  invalidates: [],
  refused: { title: 'Deletion Failed', byCode: unauthenticatedTexts('Please sign in again.') },
  failed: { title: 'Deletion Failed', text: 'Something went wrong. Please try again.' },
  // The token stays valid after the account is deleted, so 42501 means that an earlier request deleted the account, but its answer was lost.
  isAlreadyDone: (code) => code === '42501',
  endsAccount: true,
} satisfies RemoteAct<never, unknown>;

/** Looks up tracks by their names, for an imported playlist; at most 20 per request. Null for an unknown track. */
export const findTracks = {
  procedure: 'find_tracks',
  parameters: (entries: readonly { artist: string; title: string }[]) => ({ p_entries: entries }),
  keyLifetime: 'none',
  answer: z.array(z.nullable(z.string())),
  invalidates: [],
  refused: { title: 'Playlist not read' },
  failed: { title: 'Playlist not read', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;

export function refusalWords(act: Pick<RemoteAct<never, unknown>, 'refused'>, code: string, message: string): Words {
  return { title: act.refused.title, text: message, ...act.refused.byCode?.[code] };
}
