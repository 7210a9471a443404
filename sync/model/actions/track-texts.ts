import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { trackLane, untilCreated } from '../lanes.ts';

/** What the artist writes about a track (S-57), and its lyrics: plain, or with times (LRC). */
export const trackTexts = defineAction({
  kind: 'track.texts',
  payload: z.object({
    track_id: z.string(),
    description: z.optional(z.string()),
    lyrics: z.optional(z.string()),
  }),
  lane: ({ track_id: track }) => trackLane(track),
  waitsFor: untilCreated,
});
