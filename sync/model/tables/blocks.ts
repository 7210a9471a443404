import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';
import { profileSummary } from './connections.ts';

/** Visible to both people, who are hidden from each other (S-47). */
export const blocks = defineTable({
  name: 'blocks',
  row: z.object({
    id,
    rev,
    /** Who blocked. */
    user_id: z.string(),
    blocked_id: z.string(),
    created_at: timestamp,
    /** Null if the profile is hidden from this person. */
    blocked_profile: profileSummary,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type BlockRow = z.infer<typeof blocks.row>;
