import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** The person's likes of other people's playlists. A row outlives its playlist. */
export const playlistLikes = defineTable({
  name: 'playlist_likes',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    playlist_id: z.string(),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null },
  live: null,
});
export type PlaylistLikeRow = z.infer<typeof playlistLikes.row>;
