import * as z from 'zod/mini';
import { id, nullableText, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

export const userProfiles = defineTable({
  name: 'user_profiles',
  row: z.object({
    id,
    rev,
    artist_name: nullableText,
    bio: nullableText,
    avatar_url: nullableText,
    privacy_setting: z.enum(['public', 'friends_only', 'private']),
    instagram_url: nullableText,
    tiktok_url: nullableText,
    youtube_url: nullableText,
    twitter_url: nullableText,
    website_url: nullableText,
    tip_link: nullableText,
    /** Cosmetics shown on the avatar (S-26); `expires_at` is null if an item never expires. */
    cosmetics: z.array(z.object({ item_name: z.string(), expires_at: z.nullable(timestamp) })),
    /** Number of public tracks: 0 while the community fits on a device, and missing in rows from earlier servers (SY-36). */
    track_count: z.optional(z.number()),
    /** Plays of the public tracks; 0 or missing as `track_count`. May lag by 5 %: each change is sent to every device with the profile. */
    total_plays: z.optional(z.number()),
    created_at: timestamp,
    updated_at: timestamp,
  }),
  storage: { in: 'own', keys: {}, first: { by: 'id', mine: true } },
  live: null,
});
export type ProfileRow = z.infer<typeof userProfiles.row>;
