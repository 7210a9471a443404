import * as z from 'zod/mini';

/**
 * The synced rows as they travel in `sync_pull` and rest in the replica: server state and nothing else (SY-1). Timestamps
 * are ISO 8601 in UTC. `rev` rises by one with each change of a row (SY-4).
 */
const id = z.string();
const rev = z.number();
const timestamp = z.string();
const nullableText = z.nullable(z.string());

export const trackRow = z.object({
  id,
  rev,
  user_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  genre: z.string(),
  /** Storage path in the bucket 'tracks', or a full https address. */
  audio_url: z.string(),
  /** Storage path in the bucket 'covers', a full https address, or null. */
  cover_url: nullableText,
  /** Length measured by the server from the file's frames, in milliseconds. */
  duration_ms: z.number(),
  /** Size of the audio file in bytes. */
  audio_bytes: z.number(),
  radio_opt_in: z.boolean(),
  is_public: z.boolean(),
  sponsored: z.boolean(),
  sponsored_at: z.nullable(timestamp),
  play_count: z.number(),
  total_votes: z.number(),
  average_vote_rating: z.number(),
  /** It stands out until then (S-31). Nothing changes in the row when the time passes. */
  highlighted_until: z.nullable(timestamp),
  created_at: timestamp,
});
export type TrackRow = z.infer<typeof trackRow>;

export const profileRow = z.object({
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
  /** What others see on the avatar (S-26); `expires_at` is null for what lasts for ever. */
  cosmetics: z.array(z.object({ item_name: z.string(), expires_at: z.nullable(timestamp) })),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ProfileRow = z.infer<typeof profileRow>;

/** Own row only. `id` equals `user_id`. */
export const balanceRow = z.object({
  id,
  rev,
  user_id: z.string(),
  zaps: z.number(),
  total_zaps_earned: z.number(),
  total_listen_ms: z.number(),
});
export type BalanceRow = z.infer<typeof balanceRow>;

/** Own row only. `id` equals `user_id`. */
export const statsRow = z.object({
  id,
  rev,
  user_id: z.string(),
  fan_level: z.number(),
  current_streak: z.number(),
  longest_streak: z.number(),
  last_active_on: z.nullable(z.string()),
});
export type StatsRow = z.infer<typeof statsRow>;

/** Own rows only: one line of the ledger (S-8). */
export const zapActionRow = z.object({
  id,
  rev,
  user_id: z.string(),
  action_type: z.string(),
  zap_value: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  /** UTC day it counts for, YYYY-MM-DD (S-9, S-11). */
  credited_on: z.string(),
  created_at: timestamp,
});
export type ZapActionRow = z.infer<typeof zapActionRow>;

/** Own rows only: one counted play per user, track and UTC day. */
export const trackPlayRow = z.object({
  id,
  rev,
  user_id: z.string(),
  track_id: z.string(),
  /** UTC day it was credited to, YYYY-MM-DD (S-11). */
  played_on: z.string(),
  is_manual: z.boolean(),
  is_self_play: z.boolean(),
  zaps_earned: z.number(),
  created_at: timestamp,
});
export type TrackPlayRow = z.infer<typeof trackPlayRow>;

export const genreRow = z.object({ id, rev, name: z.string(), position: z.number() });
export type GenreRow = z.infer<typeof genreRow>;

/** Own rows only: one vote per person and track. */
export const trackVoteRow = z.object({
  id,
  rev,
  user_id: z.string(),
  track_id: z.string(),
  /** 1 to 5 */
  vote_weight: z.number(),
  /** Edits are free until then; afterwards the vote is locked. */
  editable_until: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
});
export type TrackVoteRow = z.infer<typeof trackVoteRow>;

/** Of everybody whose profile this person may see, while the track is public. */
export const sharedTrackRow = z.object({
  id,
  rev,
  user_id: z.string(),
  track_id: z.string(),
  is_shared: z.boolean(),
  created_at: timestamp,
});
export type SharedTrackRow = z.infer<typeof sharedTrackRow>;

export const storeItemRow = z.object({
  id,
  rev,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  category: z.enum(['cosmetic', 'badge', 'boost', 'mystery']),
  zap_cost: z.number(),
  is_active: z.boolean(),
  /** Pieces left; null when there is no end of them. */
  stock: z.nullable(z.number()),
  metadata: z.record(z.string(), z.unknown()),
  created_at: timestamp,
});
export type StoreItemRow = z.infer<typeof storeItemRow>;

/** Own rows only: what was bought or won. */
export const userCosmeticRow = z.object({
  id,
  rev,
  user_id: z.string(),
  item_id: nullableText,
  item_name: z.string(),
  category: z.string(),
  /** Null for what lasts for ever. */
  expires_at: z.nullable(timestamp),
  created_at: timestamp,
});
export type UserCosmeticRow = z.infer<typeof userCosmeticRow>;

const smallProfile = z.nullable(z.object({ id: z.string(), artist_name: nullableText, avatar_url: nullableText }));

/** Rows of the two people alone: one per pair, whoever asked first (S-29). */
export const connectionRow = z.object({
  id,
  rev,
  /** Who asked. */
  user_id: z.string(),
  /** Who was asked. */
  connection_id: z.string(),
  status: z.enum(['pending', 'accepted', 'declined']),
  created_at: timestamp,
  updated_at: timestamp,
  /** Null when the account is gone. */
  user_profile: smallProfile,
  connection_profile: smallProfile,
});
export type ConnectionRow = z.infer<typeof connectionRow>;

/** Rows of the two people alone. */
export const messageRow = z.object({
  id,
  rev,
  sender_id: z.string(),
  receiver_id: z.string(),
  content: z.string(),
  is_read: z.boolean(),
  /** The server's, in milliseconds; no two messages of a pair share one. */
  created_at: timestamp,
});
export type MessageRow = z.infer<typeof messageRow>;

/** Rises with each change of the rows below: a replica of an older model is built anew, the outbox is kept (SY-21). */
export const REPLICA_MODEL = 3;

/** Every synced table by its name in Postgres. */
export const rowSchemas = {
  tracks: trackRow,
  user_profiles: profileRow,
  user_balances: balanceRow,
  user_stats: statsRow,
  zap_actions: zapActionRow,
  track_plays: trackPlayRow,
  track_votes: trackVoteRow,
  shared_tracks: sharedTrackRow,
  store_items: storeItemRow,
  user_cosmetics: userCosmeticRow,
  connections: connectionRow,
  messages: messageRow,
  genres: genreRow,
} as const;

export type TableName = keyof typeof rowSchemas;
export const tableNames = Object.keys(rowSchemas) as TableName[];
