import * as z from 'zod/mini';
import { id, nullableText, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';
import { exploreKey } from '../sort-keys.ts';

export const tracks = defineTable({
  name: 'tracks',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    title: z.string(),
    artist_name: z.string(),
    genre: z.string(),
    /** Storage path in the bucket 'tracks', or a full https address. */
    audio_url: z.string(),
    /** Storage path in the bucket 'covers', or a full https address. */
    cover_url: nullableText,
    /** Measured by the server from the file's frames. */
    duration_ms: z.number(),
    audio_bytes: z.number(),
    radio_opt_in: z.boolean(),
    is_public: z.boolean(),
    /** When the operator hid the track, which is then not public; null for other tracks. */
    hidden_at: z.nullable(timestamp),
    sponsored: z.boolean(),
    sponsored_at: z.nullable(timestamp),
    /** Rises with each change of the three counts below. Such a change does not raise `rev` (G-3). */
    counts_rev: z.number(),
    play_count: z.number(),
    total_votes: z.number(),
    average_vote_rating: z.number(),
    /** End of the highlight (S-31). The row does not change when the time passes. */
    highlighted_until: z.nullable(timestamp),
    created_at: timestamp,
    /** Integrated loudness by EBU R128, and true peak; null or absent if not measured. */
    loudness_lufs: z.optional(z.nullable(z.number())),
    true_peak_dbtp: z.optional(z.nullable(z.number())),
    /** The release that the track belongs to, whether or not that is out. */
    release_id: z.optional(nullableText),
  }),
  storage: {
    in: 'own',
    keys: { explore_key: { maxLength: 24, of: exploreKey } },
    first: { by: 'explore_key', count: 50 },
  },
  // Digests announce changes (G-4).
  live: null,
});
export type TrackRow = z.infer<typeof tracks.row>;
