import * as z from 'zod/mini';
import { id, rev } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** The ZAPs that an action earns or costs, and the level at which it opens (S-7, S-14). */
export const zapRules = defineTable({
  name: 'zap_rules',
  row: z.object({
    id,
    rev,
    action_type: z.string(),
    /** Positive: earned; negative: spent; null where the price is elsewhere. */
    zap_value: z.nullable(z.number()),
    /** How often the action is credited in one UTC day; null: without a cap. */
    daily_cap: z.nullable(z.number()),
    min_level: z.number(),
    /** The ZAPs that a listening streak adds. */
    streak_bonus: z.number(),
    /** Days that a sponsorship lasts; null: without end. Null for all other actions. */
    lasts_days: z.nullable(z.number()),
  }),
  storage: { in: 'small', day: null },
  // Digests announce changes (G-4).
  live: null,
});
export type ZapRuleRow = z.infer<typeof zapRules.row>;
