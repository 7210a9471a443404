import * as z from 'zod/mini';

/**
 * What people do, as it is queued on the device and replayed on the server (SY-9, SY-14). A payload carries intent only:
 * prices, levels, counts and identity are the server's (SY-11).
 */
export const playRecord = z.object({
  track_id: z.string(),
  /** Milliseconds of the track that were heard. */
  progress_ms: z.number(),
  /** False when the player advanced to the track by itself (S-10). */
  is_manual: z.boolean(),
});

export const trackCreate = z.object({
  /** Chosen on the device, so that a replay finds the row it made. */
  track_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  genre: z.string(),
  /** Path in the bucket 'tracks': {userId}/{timestamp}-{random}.mp3 */
  audio_path: z.string(),
  /** Path in the bucket 'covers', or null. */
  cover_path: z.nullable(z.string()),
  radio_opt_in: z.boolean(),
  rights_confirmed: z.boolean(),
});

export const profileUpdate = z.object({
  artist_name: z.optional(z.string()),
  avatar_url: z.optional(z.nullable(z.string())),
});

export const actionSchemas = {
  'play.record': playRecord,
  'track.create': trackCreate,
  'profile.update': profileUpdate,
} as const;

export type ActionKind = keyof typeof actionSchemas;
export type ActionPayload<K extends ActionKind> = z.infer<(typeof actionSchemas)[K]>;

/** Version of each kind's payload; an older one in a queue is lifted by its upcaster (SY-21). */
export const actionVersions: Record<ActionKind, number> = { 'play.record': 1, 'track.create': 1, 'profile.update': 1 };

/** What `play.record` answers. */
export const playResult = z.object({
  success: z.boolean(),
  newPlayCount: z.number(),
  is_self_play: z.boolean(),
  zaps_earned: z.number(),
  /** UTC day it was credited to. */
  played_on: z.string(),
  message: z.optional(z.string()),
});
