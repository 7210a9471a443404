import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable, ownRowFilters } from '../define-table.ts';
import { newestKey, TIME_DIGITS } from '../sort-keys.ts';

export const messages = defineTable({
  name: 'messages',
  row: z.object({
    id,
    rev,
    sender_id: z.string(),
    receiver_id: z.string(),
    content: z.string(),
    is_read: z.boolean(),
    /** The server's time in whole milliseconds; later than that of each earlier message between the two people. */
    created_at: timestamp,
  }),
  storage: {
    in: 'own',
    keys: { newest: { maxLength: TIME_DIGITS, of: newestKey } },
    first: { by: 'newest', count: 250 },
  },
  // Sent messages too: another device of this person may send them, and the partner may read them.
  live: { channel: 'messages', filters: ownRowFilters('receiver_id', 'sender_id') },
});
export type MessageRow = z.infer<typeof messages.row>;
