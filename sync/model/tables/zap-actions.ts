import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable, ownRowFilters } from '../define-table.ts';

/** Own rows only: lines of the ledger (S-8). */
export const zapActions = defineTable({
  name: 'zap_actions',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    action_type: z.string(),
    zap_value: z.number(),
    metadata: z.record(z.string(), z.unknown()),
    /** UTC day, YYYY-MM-DD (S-9, S-11). */
    credited_on: z.string(),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: 'credited_on' },
  live: { channel: 'zap-economy-v3', filters: ownRowFilters('user_id') },
});
export type ZapActionRow = z.infer<typeof zapActions.row>;
