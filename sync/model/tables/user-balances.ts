import * as z from 'zod/mini';
import { id, rev } from '../columns.ts';
import { defineTable, ownRowFilters } from '../define-table.ts';

/** Own row only. `id` equals `user_id`. */
export const userBalances = defineTable({
  name: 'user_balances',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    zaps: z.number(),
    total_zaps_earned: z.number(),
    total_listen_ms: z.number(),
  }),
  storage: { in: 'small', day: null },
  live: { channel: 'zap-economy-v3', filters: ownRowFilters('user_id') },
});
export type BalanceRow = z.infer<typeof userBalances.row>;
