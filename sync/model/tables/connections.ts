import * as z from 'zod/mini';
import { id, nullableText, rev, timestamp } from '../columns.ts';
import { defineTable, ownRowFilters } from '../define-table.ts';

export const profileSummary = z.nullable(
  z.object({ id: z.string(), artist_name: nullableText, avatar_url: nullableText }),
);

/** One row per pair, visible to these two people (S-29). */
export const connections = defineTable({
  name: 'connections',
  row: z.object({
    id,
    rev,
    /** Who sent the request. */
    user_id: z.string(),
    /** Who received the request. */
    connection_id: z.string(),
    status: z.enum(['pending', 'accepted', 'declined']),
    created_at: timestamp,
    updated_at: timestamp,
    /** Null if the profile is hidden from this person. */
    user_profile: profileSummary,
    connection_profile: profileSummary,
  }),
  storage: { in: 'small', day: null },
  live: { channel: 'connections', filters: ownRowFilters('user_id', 'connection_id') },
});
export type ConnectionRow = z.infer<typeof connections.row>;
