import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

export const storeItems = defineTable({
  name: 'store_items',
  row: z.object({
    id,
    rev,
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    category: z.enum(['cosmetic', 'badge', 'boost', 'mystery']),
    zap_cost: z.number(),
    is_active: z.boolean(),
    /** Null if unlimited. */
    stock: z.nullable(z.number()),
    metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type StoreItemRow = z.infer<typeof storeItems.row>;
