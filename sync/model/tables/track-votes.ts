import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only: one vote per person and track. */
export const trackVotes = defineTable({
  name: 'track_votes',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    track_id: z.string(),
    /** 1 to 5 */
    vote_weight: z.number(),
    /** The vote is locked after this time. */
    editable_until: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type TrackVoteRow = z.infer<typeof trackVotes.row>;
