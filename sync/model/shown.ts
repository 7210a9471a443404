import type { BlockView, ConnectionView, MessageView, MyShare, MyVote, WaitingSpend } from '../view-types.ts';
import type { ProfileRow } from './tables/user-profiles.ts';
import type { TrackRow } from './tables/tracks.ts';

/** An edit of an own track that waits. */
export type TrackEdit = Partial<Pick<TrackRow, 'title' | 'is_public' | 'radio_opt_in'>>;

/** Messages of a partner, or with null of everybody, read up to a time. */
export interface Reading {
  partnerId: string | null;
  to: string;
}

/**
 * What a person is shown while it is put together: begun from the server's rows, changed by each waiting action in its turn.
 * Everything is keyed and nothing is a sum over both, so that a row that has come while its action still waits changes nothing
 * that shows (SY-13).
 */
export interface Shown {
  readonly userId: string;
  /** The UTC day, YYYY-MM-DD (S-9). */
  readonly today: string;
  /** Whose track it is; null when this device does not know. */
  ownerOf(trackId: string): string | null;
  profile: ProfileRow | null;
  /** The tracks played today, by id: whether the play counts for the daily reward (S-7, S-10). */
  plays: Map<string, boolean>;
  /** By track. */
  votes: Map<string, MyVote>;
  /** By track. */
  shares: Map<string, MyShare>;
  /** What of it that waits will cost, the oldest first. */
  spends: WaitingSpend[];
  /** By track. */
  edits: Map<string, TrackEdit>;
  /** Tracks that the server does not have yet, by id. */
  created: Map<string, TrackRow>;
  /** Ids of tracks deleted here. */
  removed: Set<string>;
  /** By partner. */
  connections: Map<string, ConnectionView>;
  /** People whom this person blocked, by id (S-47). */
  blocks: Map<string, BlockView>;
  /** Messages that were not sent, in the order they were written, by partner. */
  outgoing: Map<string, MessageView[]>;
  readings: Reading[];
}
