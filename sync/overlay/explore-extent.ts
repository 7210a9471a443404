import type { Position } from '../model/position.ts';
import { exploreKey } from '../model/sort-keys.ts';
import type { Beyond } from '../view-types.ts';

/** How far a list has been requested from the server (SY-36). */
export interface Extent {
  state: Exclude<Beyond['state'], 'none'>;
  /** Without a search: the position after which the next page begins; null at the end of the catalogue. */
  end: Position | null;
  /** With a search: the server's result. */
  found: Found | null;
}

/** The server's result of a search. */
export interface Found {
  match: 'exact' | 'close';
  /** Only tracks that the device did not find itself. */
  trackIds: readonly string[];
  /** How many of `trackIds`, from the first on, have been fetched; may exceed their number. */
  sent: number;
  people: readonly { id: string; tracks: number }[];
  total: number;
}

/** Explore's key of the track at this position. The position's microseconds are cut off, because rows have milliseconds only. */
export function keyAt({ average_vote_rating, created_at, id }: Position): string {
  const createdAt = created_at.replace(/(\.\d{3})\d*/, '$1');
  return exploreKey({ is_public: true, sponsored: false, average_vote_rating, created_at: createdAt }) + id;
}
