import type { Position } from '../model/position.ts';
import { exploreKey } from '../model/sort-keys.ts';
import type { Beyond } from '../view-types.ts';

/** How far one list of Explore reaches beyond the shelf (SY-36). */
export interface Extent {
  state: Exclude<Beyond['state'], 'none'>;
  /** Without a search: the end of the last page, which is where the next one begins; null at the end of the catalogue. */
  end: Position | null;
  /** With a search: what the server found. */
  found: Found | null;
}

export interface Found {
  match: 'exact' | 'close';
  /** Ids of tracks that the device did not find itself. */
  trackIds: readonly string[];
  people: readonly { id: string; tracks: number }[];
  total: number;
}

/**
 * The key of the last track up to this position, as the entries of a list have it. Rows have milliseconds, and positions
 * microseconds.
 */
export function keyAt({ average_vote_rating, created_at, id }: Position): string {
  const createdAt = created_at.replace(/(\.\d{3})\d*/, '$1');
  return exploreKey({ is_public: true, sponsored: false, average_vote_rating, created_at: createdAt }) + id;
}
