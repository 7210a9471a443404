import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';
import { profileSummary } from './connections.ts';

/** Both people pull the row; each device hides the other person (S-47). */
export const blocks = defineTable({
  name: 'blocks',
  row: z.object({
    id,
    rev,
    /** Who blocked. */
    user_id: z.string(),
    blocked_id: z.string(),
    created_at: timestamp,
    /** Null if the blocked person's privacy setting hides the profile. The block itself does not hide it. */
    blocked_profile: profileSummary,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type BlockRow = z.infer<typeof blocks.row>;
