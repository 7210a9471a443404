import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';
import { smallProfile } from './connections.ts';

/** Rows of the two people: neither is shown to the other while there is one (S-47). */
export const blocks = defineTable({
  name: 'blocks',
  row: z.object({
    id,
    rev,
    /** Who blocked. */
    user_id: z.string(),
    blocked_id: z.string(),
    created_at: timestamp,
    /** Null when the account is gone. */
    blocked_profile: smallProfile,
  }),
  rests: { in: 'small', day: null },
  live: null,
});
export type BlockRow = z.infer<typeof blocks.row>;
