import * as z from 'zod/mini';
import {
  artistPosition,
  messagePosition,
  position,
  type ArtistPosition,
  type MessagePosition,
  type PeopleSort,
  type Position,
} from './position.ts';
import { anyRow } from './wire.ts';

/** A request of `visit_rows` for public rows beyond the shelf (SY-36), or of `older_messages` (SY-37). */
export type Visit =
  /** Up to 100 messages, the newest first. */
  | { kind: 'messages'; partner_id: string; before: MessagePosition }
  /** At most `VISIT_IDS` ids. */
  | { kind: 'rows'; tracks: readonly string[]; profiles: readonly string[] }
  | { kind: 'explore'; genre: string | null; after: Position }
  | { kind: 'tracks_of'; user_id: string; after: Position | null }
  /** The newest 60, with their tracks. */
  | { kind: 'shares_of'; user_id: string }
  /** With their three most played tracks, as `search_artists` returns them. */
  | { kind: 'artists'; sort: PeopleSort; after: ArtistPosition }
  | { kind: 'search_artists'; terms: readonly string[] }
  /** Folded terms of `termsOf`. */
  | { kind: 'search'; terms: readonly string[]; genre: string | null };

export interface VisitRequest {
  v: number;
  /** Epoch of the replica that stores the rows. */
  epoch: string;
  what: Visit;
}

export const visitResponse = z.object({
  epoch: z.string(),
  /** Oldest open transaction at the snapshot of this answer. */
  floor: z.string(),
  mark: z.optional(z.nullable(z.string())),
  /** Includes the artists' profiles. */
  rows: z.array(anyRow),
  /** Start of the next page; null at the end. */
  next: z.optional(z.nullable(position)),
  /** Like `next`, for a page of artists. */
  next_artist: z.optional(z.nullable(artistPosition)),
  /** Like `next`, for a page of messages. */
  next_message: z.optional(z.nullable(messagePosition)),
  /**
   * A search names up to 300 tracks and some people, those beyond the shelf first. `rows` has the people and the first
   * `SEARCH_ROWS` tracks. `total` counts all matching tracks, up to 1000.
   */
  found: z.optional(
    z.nullable(
      z.object({
        match: z.enum(['exact', 'close']),
        tracks: z.array(z.string()),
        people: z.array(z.object({ id: z.string(), tracks: z.number() })),
        total: z.number(),
      }),
    ),
  ),
  server_time: z.string(),
  reset: z.optional(z.enum(['epoch', 'update'])),
});
export type VisitResponse = z.infer<typeof visitResponse>;

/** Maximum number of ids of a visit. */
export const VISIT_IDS = 100;
/** Number of found tracks whose rows one answer contains. */
export const SEARCH_ROWS = 60;
