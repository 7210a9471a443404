import type {
  BlockView,
  ConnectionView,
  MessageView,
  MyFavourite,
  MyShare,
  MyVote,
  WaitingSpend,
} from '../view-types.ts';
import type { Rules } from './rules.ts';
import type { ProfileRow } from './tables/user-profiles.ts';
import type { TrackRow } from './tables/tracks.ts';

export type TrackEdit = Partial<Pick<TrackRow, 'title' | 'is_public' | 'radio_opt_in'>>;

export interface ReadMark {
  partnerId: string | null;
  to: string;
}

/**
 * What the views show: the server's rows with queued actions applied (SY-1). Values are stored by key, never as sums, so that an action
 * whose row has arrived, but not its acknowledgement, does not count twice (SY-13).
 */
export interface Shown {
  readonly userId: string;
  readonly rules: Rules;
  /** UTC day, YYYY-MM-DD (S-9). */
  readonly today: string;
  /** Null if this device does not know the track. */
  ownerOf(trackId: string): string | null;
  profile: ProfileRow | null;
  /** Today's plays by track: whether the play counts for the daily reward (S-7, S-10). */
  plays: Map<string, boolean>;
  /** By track. */
  votes: Map<string, MyVote>;
  /** By track. */
  shares: Map<string, MyShare>;
  /** By track. */
  favourites: Map<string, MyFavourite>;
  spends: WaitingSpend[];
  /** By track. */
  edits: Map<string, TrackEdit>;
  created: Map<string, TrackRow>;
  removed: Set<string>;
  /** By partner. */
  connections: Map<string, ConnectionView>;
  /** By id of the blocked person (S-47). */
  blocks: Map<string, BlockView>;
  /** Queued and refused messages by partner, in the order they were written. */
  outgoing: Map<string, MessageView[]>;
  readMarks: ReadMark[];
}
