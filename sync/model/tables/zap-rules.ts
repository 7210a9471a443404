import * as z from 'zod/mini';
import { id, rev } from '../columns.ts';
import { defineTable } from '../define-table.ts';

export const zapRules = defineTable({
  name: 'zap_rules',
  row: z.object({
    id,
    rev,
    action_type: z.string(),
    /** Positive: earned; negative: spent; null if each ledger line has an amount of its own, as a purchase has. */
    zap_value: z.nullable(z.number()),
    /** Credits per UTC day; null: without a cap. */
    daily_cap: z.nullable(z.number()),
    min_level: z.number(),
    /** ZAPs that a streak adds. */
    streak_bonus: z.number(),
    /** Length of a sponsorship; null: without end. Null for other actions. */
    lasts_days: z.nullable(z.number()),
  }),
  storage: { in: 'small', day: null },
  // Digests announce changes (G-4).
  live: null,
});
export type ZapRuleRow = z.infer<typeof zapRules.row>;
