import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only; playlists of others are read from the server (S-60). */
export const playlists = defineTable({
  name: 'playlists',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    title: z.string(),
    description: z.string(),
    /** private, link or public */
    visibility: z.string(),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type PlaylistRow = z.infer<typeof playlists.row>;
