import * as z from 'zod/mini';
import { id, nullableText, rev } from '../columns.ts';
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
    /** Periods whose plays the history does not show (S-60), as pairs of ISO 8601 times: from, until. Null is unbounded. */
    hidden_plays: z.array(z.array(nullableText)),
  }),
  storage: { in: 'small', day: null },
  live: { channel: 'zap-economy-v3', filters: ownRowFilters('user_id') },
});
export type StatsRow = z.infer<typeof userStats.row>;
