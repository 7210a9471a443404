import type { CallFailure, Live } from './answers.ts';
import type { TrackRow } from './model/tables/tracks.ts';
import type { BalanceRow } from './model/tables/user-balances.ts';
import type { UserCosmeticRow } from './model/tables/user-cosmetics.ts';
import type { ProfileRow } from './model/tables/user-profiles.ts';
import type { StatsRow } from './model/tables/user-stats.ts';

/** Views for the interface: the server's rows with queued actions applied (SY-1). */

/** The person's own vote on a track. */
export interface MyVote {
  /** 1 to 5 */
  weight: number;
  /** Until when edits are free (ISO 8601); null until the server has the vote. */
  editableUntil: string | null;
  /** True while a queued action sets the shown weight. */
  isPending: boolean;
}

/** Whether the person shares a track. */
export interface MyShare {
  isShared: boolean;
  /** ISO 8601: the server's time, or the device's until the server knows; null while not shared. */
  sharedAt: string | null;
  /** True while a queued action sets the shown state. */
  isPending: boolean;
}

/** A track for the interface: the server's row with queued actions applied. */
export interface TrackView extends TrackRow {
  /** The name in the owner's profile, or else the name given at the upload (S-43). */
  artist_name: string;
  /** The name given at the upload. */
  credited_as: string;
  /** Full address of the audio. */
  audioSrc: string;
  /** Full address of the cover, or null. */
  coverSrc: string | null;
  /** A play of this track is queued, or was counted today (UTC), for this person. */
  playedToday: boolean;
  myVote: MyVote | null;
  myShare: MyShare;
  /** An edit of the title, the visibility or the radio opt-in is queued. */
  isEdited: boolean;
}

/**
 * How the search matched: `exact`, every word as typed; `close`, with one wrong letter per word, because nothing matched
 * exactly; `looking`, not finished yet.
 */
export type SearchMatch = 'exact' | 'close' | 'looking';

/**
 * Public tracks that match a filter. Explore lists tracks that are not sponsored, by average rating, then the newest first; the
 * radio lists sponsored ones, the latest first.
 */
export interface ExploreView {
  /** `empty`: nothing on the device yet (show skeletons); `first`: the first screen only; `complete`: the whole catalogue. */
  state: 'empty' | 'first' | 'complete';
  match: SearchMatch;
  /** Search terms, case and accents folded (`fold`). A word of a title or name that contains one is highlighted. */
  highlights: readonly string[];
  tracks: readonly TrackView[];
  /** Tracks found: from the server while `first` and unfiltered, else `tracks.length`. */
  total: number;
  beyond: Beyond;
}

/** What lies beyond the rows of this device. */
export interface Beyond {
  /**
   * `none`: nothing; `more`: the server has more; `loading`, `failed`: the last request for it. Without a search, `more` becomes
   * further `tracks`; with one, `found`.
   */
  state: 'none' | 'more' | 'loading' | 'failed';
  /** With a search: what the server found beside `tracks`; null before its first answer. */
  found: BeyondFound | null;
}

export interface BeyondFound {
  match: 'exact' | 'close';
  /** Without those in `tracks`. */
  tracks: readonly TrackView[];
  people: readonly { profile: ProfileView; trackCount: number }[];
  /** All matching tracks of the server, counted to at most 1000. */
  total: number;
}

/** A spend that is still queued. */
export interface WaitingSpend {
  kind: 'vote' | 'share';
  trackId: string;
  zaps: number;
}

/** The signed-in person: the server's rows with queued actions applied. */
export interface MeView {
  profile: ProfileRow | null;
  avatarSrc: string | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  /** Items bought or won, including expired ones. */
  cosmetics: readonly UserCosmeticRow[];
  /** Balance to show: the confirmed one (`balance.zaps`) minus queued spends. Null while unknown. */
  zaps: number | null;
  /** True when queued actions change the shown balance. */
  zapsPending: boolean;
  /** Queued spends, the oldest first. */
  spends: readonly WaitingSpend[];
  zapsToday: number;
  /** Plays of today (UTC) that count for the daily reward, including queued ones; not capped. */
  playsToday: number;
  /** How many of these are still queued. */
  playsWaiting: number;
}

/** A profile that this person may see; their own with queued edits applied. */
export interface ProfileView extends ProfileRow {
  /** Full address of the picture, or null. */
  avatarSrc: string | null;
}

/** The state of a person's profile (S-23). */
export type PersonState =
  /** The profile is visible to this person. */
  | { kind: 'public'; person: ProfileView }
  | { kind: 'private' }
  | { kind: 'missing' }
  /** Unknown until everything is loaded or the server has answered. `failure`: of the last attempt. */
  | { kind: 'unknown'; failure: CallFailure | null };

/** `most_active`: by points, ten for each track and one for each play. */
export type PeopleSort = 'most_active' | 'most_plays' | 'newest' | 'track_count';

/** Somebody with a name, a picture and a public track. */
export interface CreatorView {
  profile: ProfileView;
  /** Public tracks, including sponsored ones. */
  trackCount: number;
  /** Plays of public tracks. */
  totalPlays: number;
  /** The three with the most plays. */
  topTracks: readonly TrackView[];
}

export interface PeopleView {
  /** False until all people are on the device. */
  isComplete: boolean;
  creators: readonly CreatorView[];
}

/** A track that somebody shows on their profile and to the community. */
export interface SharedView {
  sharer: ProfileView;
  track: TrackView;
  /** ISO 8601 */
  sharedAt: string;
  /** True while its action is queued. */
  isPending: boolean;
}

/** The summary of a person's profile that partners see. */
export interface PersonView {
  id: string;
  artistName: string | null;
  avatarSrc: string | null;
}

export interface ConnectionView {
  partnerId: string;
  /** Null when the partner's profile is hidden from this person, and while a new request is queued. */
  partner: PersonView | null;
  status: 'pending' | 'accepted' | 'declined';
  /** `sent`: this person sent the request; `received`: the partner did. */
  direction: 'sent' | 'received';
  /** True while the action that sets the shown status is queued. */
  isPending: boolean;
  updatedAt: string;
}

/** Somebody whom this person blocked (S-47). */
export interface BlockView {
  personId: string;
  /** Null when the profile is hidden from this person, and while the block of somebody without a connection is queued. */
  person: PersonView | null;
  blockedAt: string;
  /** True while its action is queued. */
  isPending: boolean;
}

export interface MessageView {
  /** Chosen on the device that wrote it: the same before and after it was sent. */
  id: string;
  senderId: string;
  content: string;
  /** ISO 8601: the server's once it was sent, the device's before. */
  createdAt: string;
  isRead: boolean;
  /** `failed`: refused or set aside; `retry` or `discard` its action. */
  state: 'sent' | 'sending' | 'waiting' | 'failed';
  /** The action that carries it, until it is acknowledged; then null. */
  actionId: string | null;
  error: { code: string; message: string } | null;
}

/** Messages with one partner, oldest first, then queued ones: the newest page, and the older pages that were requested. */
export interface Conversation extends Live<readonly MessageView[]> {
  hasOlder: Live<boolean>;
  /** Shows one more page of older messages. */
  older(): void;
}

export interface ConversationView {
  partnerId: string;
  last: MessageView;
  /** How many messages of the partner were read on none of this person's devices. */
  unread: number;
}

/** The engine's present activity. */
export type SyncWork =
  | { kind: 'resting' }
  /** `since`: when the pull or push that is under way began (ms since the epoch). */
  | { kind: 'working'; since: number }
  /** The server asks for a newer app (SY-8): this one no longer syncs. */
  | { kind: 'outdated' };

/** The state of the sync. Its fields are independent: the network may be lost, or the disk fill up, at any moment. */
export interface SyncStatus {
  work: SyncWork;
  /** The result of the last requests; `navigator.onLine` is only a hint (SY-18). */
  network: 'unknown' | 'online' | 'offline';
  /** A request has had no response for seconds: the network may be lost. */
  isSilent: boolean;
  /** Actions that are queued or not yet acknowledged. */
  waiting: number;
  /** Actions the server refused or that were set aside. */
  failed: number;
  /** A pull has succeeded since the app was opened. */
  hasSynced: boolean;
  /** When a pull last succeeded on this device, in this visit or an earlier one (ms since the epoch); null before the first. */
  lastSyncedAt: number | null;
  storage: 'ok' | 'full' | 'evicted' | 'unavailable';
}
