import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only (S-60). A row outlives its track. */
export const favourites = defineTable({
  name: 'favourites',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    track_id: z.string(),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
