import type { BlockView, ConnectionView, MessageView, MyShare, MyVote, WaitingSpend } from '../view-types.ts';
import type { Rules } from './rules.ts';
import type { ProfileRow } from './tables/user-profiles.ts';
import type { TrackRow } from './tables/tracks.ts';

/** A queued edit of the person's own track. */
export type TrackEdit = Partial<Pick<TrackRow, 'title' | 'is_public' | 'radio_opt_in'>>;

/** Marks messages of a partner (null: of all) as read up to a time. */
export interface ReadMark {
  partnerId: string | null;
  to: string;
}

/**
 * The overlay while it is computed: it starts with the server's rows, and each queued action changes it in turn. Everything is
 * keyed and nothing is a sum of rows and actions, so that a row that arrives before its action is acknowledged changes nothing
 * visible (SY-13).
 */
export interface Shown {
  readonly userId: string;
  /** The rules of the economy, for the prices of actions. */
  readonly rules: Rules;
  /** The UTC day, YYYY-MM-DD (S-9). */
  readonly today: string;
  /** The owner of a track; null when this device does not know it. */
  ownerOf(trackId: string): string | null;
  profile: ProfileRow | null;
  /** The tracks played today, by id: whether the play counts for the daily reward (S-7, S-10). */
  plays: Map<string, boolean>;
  /** By track. */
  votes: Map<string, MyVote>;
  /** By track. */
  shares: Map<string, MyShare>;
  /** Costs of queued actions, the oldest first. */
  spends: WaitingSpend[];
  /** By track. */
  edits: Map<string, TrackEdit>;
  /** Tracks whose creation is still in the queue, by id. */
  created: Map<string, TrackRow>;
  /** Ids of tracks whose deletion is queued. */
  removed: Set<string>;
  /** By partner. */
  connections: Map<string, ConnectionView>;
  /** People whom this person blocked, by id (S-47). */
  blocks: Map<string, BlockView>;
  /** Messages that are still in the queue, in the order they were written, by partner. */
  outgoing: Map<string, MessageView[]>;
  readMarks: ReadMark[];
}
