import * as z from 'zod/mini';

/** A track's position in Explore or among an artist's tracks. */
export const position = z.object({
  average_vote_rating: z.number(),
  /** ISO 8601, to the microsecond. */
  created_at: z.string(),
  id: z.string(),
});
export type Position = z.infer<typeof position>;

/** `most_active`: ten points per track, one per play. */
export type PeopleSort = 'most_active' | 'most_plays' | 'newest' | 'track_count';

/** A person's position in a list of the community. */
export const artistPosition = z.object({
  score: z.number(),
  /** ISO 8601, to the microsecond. */
  created_at: z.string(),
  id: z.string(),
});
export type ArtistPosition = z.infer<typeof artistPosition>;
/** By `PeopleSort`. If a list has no position here, all of it is on the device. */
export type ArtistShelfEnds = Readonly<Record<string, ArtistPosition>>;

/** A message's position in its conversation. */
export const messagePosition = z.object({
  /** ISO 8601, in milliseconds. */
  created_at: z.string(),
  id: z.string(),
});
export type MessagePosition = z.infer<typeof messagePosition>;
