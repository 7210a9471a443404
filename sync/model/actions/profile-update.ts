import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { noDependency } from '../lanes.ts';
import { userProfiles } from '../tables/user-profiles.ts';

const nullable = z.optional(z.nullable(z.string()));

/** The payload contains changed fields only; null empties a field. */
export const profileUpdate = defineAction({
  kind: 'profile.update',
  payload: z.object({
    artist_name: z.optional(z.string()),
    bio: nullable,
    privacy_setting: z.optional(z.enum(['public', 'friends_only', 'private'])),
    avatar_url: nullable,
    instagram_url: nullable,
    tiktok_url: nullable,
    youtube_url: nullable,
    twitter_url: nullable,
    website_url: nullable,
    tip_link: nullable,
  }),
  lane: () => 'profile',
  waitsFor: noDependency,
  overlay(shown, edit) {
    if (!shown.profile) return;
    const edited = userProfiles.row.safeParse({ ...shown.profile, ...edit });
    if (edited.success) shown.profile = edited.data;
  },
});
