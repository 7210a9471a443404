import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Shares of people whose profile this person may see, while the track is public. */
export const sharedTracks = defineTable({
  name: 'shared_tracks',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    track_id: z.string(),
    is_shared: z.boolean(),
    created_at: timestamp,
  }),
  storage: {
    in: 'own',
    keys: { sharer: { maxLength: 64, of: (row) => String(row['user_id']) } },
    first: { by: 'sharer', mine: true },
  },
  live: null,
});
export type SharedTrackRow = z.infer<typeof sharedTracks.row>;
