import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only: one counted play per user, track and UTC day. */
export const trackPlays = defineTable({
  name: 'track_plays',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    track_id: z.string(),
    /** UTC day that the play counts for, YYYY-MM-DD (S-11). */
    played_on: z.string(),
    heard_at: timestamp,
    is_manual: z.boolean(),
    is_self_play: z.boolean(),
    zaps_earned: z.number(),
    /** When the server received the play. */
    created_at: timestamp,
  }),
  storage: { in: 'small', day: 'played_on' },
  live: null,
});
export type TrackPlayRow = z.infer<typeof trackPlays.row>;
