import * as z from 'zod/mini';
import { id, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** The entries of own playlists. A row outlives its track. */
export const playlistTracks = defineTable({
  name: 'playlist_tracks',
  row: z.object({
    id,
    rev,
    playlist_id: z.string(),
    user_id: z.string(),
    track_id: z.string(),
    /** A fractional index: see `playlist-order.ts`. */
    position: z.string(),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null, isOnDemand: true },
  live: null,
});
export type PlaylistTrackRow = z.infer<typeof playlistTracks.row>;
