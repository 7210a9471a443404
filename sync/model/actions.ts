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

export const trackUpdate = z.object({
  track_id: z.string(),
  title: z.optional(z.string()),
  is_public: z.optional(z.boolean()),
});

export const trackDelete = z.object({ track_id: z.string() });

const nullable = z.optional(z.nullable(z.string()));
/** Only what changes is named; null empties a field. */
export const profileUpdate = z.object({
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
});

export const voteCast = z.object({ track_id: z.string(), /** 1 to 5 */ weight: z.number() });

export const shareChange = z.object({ track_id: z.string() });

export const messageSend = z.object({
  /** Chosen on the device, so that a replay finds the row it made. */
  message_id: z.string(),
  partner_id: z.string(),
  content: z.string(),
});

export const messagesRead = z.object({
  /** Null for everybody's. */
  partner_id: z.nullable(z.string()),
  /** `created_at` of the newest message that was seen: a late replay marks nothing newer. */
  read_to: z.string(),
});

export const connectionRequest = z.object({ partner_id: z.string() });

export const connectionAnswer = z.object({ partner_id: z.string(), status: z.enum(['accepted', 'declined']) });

/** Every kind that may wait without a network (S-32). What costs more than a click is worth is asked of the server at once. */
export const actionSchemas = {
  'play.record': playRecord,
  'vote.cast': voteCast,
  'share.add': shareChange,
  'share.remove': shareChange,
  'track.create': trackCreate,
  'track.update': trackUpdate,
  'track.delete': trackDelete,
  'profile.update': profileUpdate,
  'message.send': messageSend,
  'messages.read': messagesRead,
  'connection.request': connectionRequest,
  'connection.answer': connectionAnswer,
} as const;

export type ActionKind = keyof typeof actionSchemas;
export type ActionPayload<K extends ActionKind> = z.infer<(typeof actionSchemas)[K]>;

/** Version of each kind's payload; an older one in a queue is lifted by its upcaster (SY-21). */
export const actionVersions: Record<ActionKind, number> = {
  'play.record': 1,
  'vote.cast': 1,
  'share.add': 1,
  'share.remove': 1,
  'track.create': 1,
  'track.update': 1,
  'track.delete': 1,
  'profile.update': 1,
  'message.send': 1,
  'messages.read': 1,
  'connection.request': 1,
  'connection.answer': 1,
};

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
