import * as z from 'zod/mini';
import { id, nullableText, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only: items bought or won. */
export const userCosmetics = defineTable({
  name: 'user_cosmetics',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    item_id: nullableText,
    item_name: z.string(),
    category: z.string(),
    /** Null if the item never expires. */
    expires_at: z.nullable(timestamp),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type UserCosmeticRow = z.infer<typeof userCosmetics.row>;
