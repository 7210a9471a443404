import * as z from 'zod/mini';
import { position, type Position } from './position.ts';
import { anyRow } from './wire.ts';

/** The body of `visit_rows`: public rows beyond the shelf, on demand (SY-36). */

/** What a visit asks for. */
export type Visit =
  /** Up to `VISIT_IDS` rows by their ids. */
  | { kind: 'rows'; tracks: readonly string[]; profiles: readonly string[] }
  /** A page of Explore after this position. */
  | { kind: 'explore'; genre: string | null; after: Position }
  /** A page of a person's public tracks, the newest first. */
  | { kind: 'tracks_of'; user_id: string; after: Position | null }
  /** Folded terms, as `termsOf` makes them. */
  | { kind: 'search'; terms: readonly string[]; genre: string | null };

export interface VisitRequest {
  v: number;
  /** The epoch of the replica that stores the rows. */
  epoch: string;
  what: Visit;
}

export const visitResponse = z.object({
  epoch: z.string(),
  /** The oldest transaction that was open at this answer's snapshot. */
  floor: z.string(),
  mark: z.optional(z.nullable(z.string())),
  /** The rows, with the artists' profiles. */
  rows: z.array(anyRow),
  /** Where the next page begins; null at the end. */
  next: z.optional(z.nullable(position)),
  /** What a search found, the best first. `total`: of tracks, counted to at most 1000. */
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

/** The most ids of one visit. */
export const VISIT_IDS = 100;
