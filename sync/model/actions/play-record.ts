import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { untilCreated } from '../lanes.ts';

/** Maximum time that a hidden page delays a play. If a later action of another device arrives first, the play may earn less (S-11). */
const EARNING_WAIT_MS = 60_000;
/** Maximum delay if the player advanced to the track by itself: such a play earns nothing (S-10). */
const ADVANCED_WAIT_MS = 1_200_000;

export const playRecord = defineAction({
  kind: 'play.record',
  payload: z.object({
    track_id: z.string(),
    /** Milliseconds heard. */
    progress_ms: z.number(),
    /** False if the player advanced to the track by itself (S-10). */
    is_manual: z.boolean(),
  }),
  lane: () => 'plays',
  waitsFor: untilCreated,
  isMootWhenRefused: true,
  mayWaitMs: ({ is_manual: isManual }) => (isManual ? EARNING_WAIT_MS : ADVANCED_WAIT_MS),
  overlay(shown, { track_id: track, is_manual: isManual }, { occurredAt }) {
    // A track's first play of the day decides whether the track counts for the daily reward (S-12).
    if (!occurredAt.startsWith(shown.today) || shown.plays.has(track)) return;
    shown.plays.set(track, isManual && shown.ownerOf(track) !== shown.userId);
  },
});

export const playResult = z.object({
  success: z.boolean(),
  newPlayCount: z.number(),
  is_self_play: z.boolean(),
  zaps_earned: z.number(),
  played_on: z.string(),
  message: z.optional(z.string()),
});
