import * as z from 'zod/mini';
import { id, rev } from '../columns.ts';
import { defineTable, ownRowFilters } from '../define-table.ts';

/** Own row only. `id` equals `user_id`. */
export const userStats = defineTable({
  name: 'user_stats',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    fan_level: z.number(),
    current_streak: z.number(),
    longest_streak: z.number(),
    last_active_on: z.nullable(z.string()),
  }),
  storage: { in: 'small', day: null },
  live: { channel: 'zap-economy-v3', filters: ownRowFilters('user_id') },
});
export type StatsRow = z.infer<typeof userStats.row>;
