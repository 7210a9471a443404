import type { CallFailure, Live } from './answers.ts';
import type { PlaylistVisibility } from './model/playlist-visibility.ts';
import type { PeopleSort } from './model/position.ts';
import type { ReleaseKind } from './model/release-kind.ts';
import type { TrackRow } from './model/tables/tracks.ts';
import type { TrackPlayRow } from './model/tables/track-plays.ts';
import type { BalanceRow } from './model/tables/user-balances.ts';
import type { UserCosmeticRow } from './model/tables/user-cosmetics.ts';
import type { ProfileRow } from './model/tables/user-profiles.ts';
import type { StatsRow } from './model/tables/user-stats.ts';
import type { ZapActionRow } from './model/tables/zap-actions.ts';

// The types of this file describe the server's rows with queued actions applied (SY-1).

export type { PeopleSort, PlaylistVisibility, ReleaseKind };

export interface MyVote {
  /** 1 to 5 */
  weight: number;
  /** The vote is locked after this time (ISO 8601); null until the server has the vote. */
  editableUntil: string | null;
  isPending: boolean;
}

export interface MyShare {
  isShared: boolean;
  /** ISO 8601: the device's time until the server has the share, then the server's. Null while not shared. */
  sharedAt: string | null;
  isPending: boolean;
}

export interface MyFavourite {
  isFavourite: boolean;
  /** ISO 8601: when the person pressed the heart. Null while the track is no favourite. */
  favouritedAt: string | null;
  isPending: boolean;
}

/** A track that the person has as a favourite (S-60). */
export interface FavouriteView {
  trackId: string;
  /** Null if the track is absent, or its row is not on this device yet. */
  track: TrackView | null;
  /** Whether the track was hidden or deleted. False while that is unknown. */
  isAbsent: boolean;
  /** ISO 8601 */
  favouritedAt: string;
  isPending: boolean;
}

/** A track's place in a playlist. */
export interface PlaylistEntryView {
  id: string;
  trackId: string;
  /** A fractional index (`playlist-order.ts`). */
  position: string;
  /** Null if the track is absent, or its row is not on this device yet. */
  track: TrackView | null;
  /** Whether the track was hidden or deleted. False while that is unknown. */
  isAbsent: boolean;
  /** Whether the entry, or its place, is not sent yet. */
  isPending: boolean;
}

/** A playlist of the person (S-60). */
export interface PlaylistView {
  id: string;
  title: string;
  description: string;
  visibility: PlaylistVisibility;
  /** ISO 8601 */
  createdAt: string;
  /** Whether a change of the playlist itself is not sent yet. */
  isPending: boolean;
  /** In order. */
  entries: readonly PlaylistEntryView[];
}

/** A release of the person, with queued actions applied. */
export interface OwnReleaseView {
  id: string;
  userId: string;
  title: string;
  artistName: string;
  kind: ReleaseKind;
  /** Whether the owner chose the kind; else it follows the number of places. */
  isKindChosen: boolean;
  notes: string;
  /** ISO 8601, when the server publishes it (S-61); null: as soon as its tracks have arrived. */
  publishAt: string | null;
  /** ISO 8601; null: only the owner sees it. */
  publishedAt: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** Whether a change of the release is not sent yet. */
  isPending: boolean;
  /** In order. */
  places: readonly ReleasePlaceView[];
}

/** A place of a release. */
export interface ReleasePlaceView {
  /** Id of the track; until it arrives, the id that the release was made with. */
  id: string;
  /** Null while it has not arrived, or if it is not on this device. */
  track: TrackView | null;
  /** Whether the server waits for the track. */
  isAwaited: boolean;
}

export interface TrackView extends TrackRow {
  /** The name in the owner's profile, else the name in the upload (S-43). */
  artist_name: string;
  credited_as: string;
  audioSrc: string;
  coverSrc: string | null;
  /** Whether a play of today (UTC) by this person is queued or counted. */
  playedToday: boolean;
  myVote: MyVote | null;
  myShare: MyShare;
  myFavourite: MyFavourite;
  /** Whether an edit of title, visibility or radio opt-in is queued. */
  isEdited: boolean;
}

/** `close`: nothing matched exactly, so each longer word may have one typo. `looking`: not finished yet. */
export type SearchMatch = 'exact' | 'close' | 'looking';

/** Explore lists tracks that are not sponsored: best rating first, then newest. The radio lists sponsored ones, latest first. */
export interface ExploreView {
  /** `empty`: nothing on the device yet. `first`: the first screen only. `complete`: all that pulls bring; `beyond` tells whether the server has more. */
  state: 'empty' | 'first' | 'complete';
  match: SearchMatch;
  /** Folded search terms (`fold`). A displayed word with one of them is highlighted. */
  highlights: readonly string[];
  tracks: readonly TrackView[];
  /** The server's number of tracks while `state` is `first` and nothing is filtered, else `tracks.length`. */
  total: number;
  beyond: Beyond;
}

/** Tracks and people that are not on this device. */
export interface Beyond {
  /** `more`: more can be requested from the server, which extends `tracks` or, for a search, `found`. */
  state: 'none' | 'more' | 'loading' | 'failed';
  /** The server's search result, besides `tracks`; null before its first answer. */
  found: BeyondFound | null;
}

export interface BeyondFound {
  match: 'exact' | 'close';
  /** Excludes tracks that the view lists in its own `tracks`. */
  tracks: readonly TrackView[];
  people: readonly { profile: ProfileView; trackCount: number }[];
  /** Matching tracks on the server, up to 1000. */
  total: number;
}

/** ZAPs that a queued action will spend. */
export interface WaitingSpend {
  kind: 'vote' | 'share';
  trackId: string;
  zaps: number;
}

export interface MeView {
  profile: ProfileRow | null;
  avatarSrc: string | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  /** Includes expired items. */
  cosmetics: readonly UserCosmeticRow[];
  /** Confirmed balance minus queued spends; null while unknown. */
  zaps: number | null;
  /** Whether queued actions change the shown balance. */
  zapsPending: boolean;
  spends: readonly WaitingSpend[];
  /** ZAPs earned today (UTC), without spends. */
  zapsToday: number;
  /** Today's plays (UTC) that count for the daily reward, including queued ones; not capped. */
  playsToday: number;
  /** How many of `playsToday` are queued. */
  playsWaiting: number;
}

/** A profile that this person may see; their own with queued edits applied. */
export interface ProfileView extends ProfileRow {
  avatarSrc: string | null;
}

export type PersonState =
  /** The profile is visible to this person. */
  | { kind: 'public'; person: ProfileView }
  | { kind: 'private' }
  | { kind: 'missing' }
  /** Until everything is loaded, or the server has answered. `failure` is that of the last attempt. */
  | { kind: 'unknown'; failure: CallFailure | null };

/** A person with a name, a picture and a public track. */
export interface CreatorView {
  profile: ProfileView;
  /** Public tracks, including sponsored ones. */
  trackCount: number;
  totalPlays: number;
  /** The three with the most plays. */
  topTracks: readonly TrackView[];
}

/** People who are not on this device. */
export interface PeopleBeyond {
  /** `more`: more can be requested from the server, which extends `creators` or, for a search, fills `found`. */
  state: Beyond['state'];
  /** The server's search result without those in `creators`; null before its first answer. */
  found: readonly CreatorView[] | null;
}

export interface PeopleView {
  /** False until everybody on the shelf is on the device. */
  isComplete: boolean;
  creators: readonly CreatorView[];
  beyond: PeopleBeyond;
}

export interface SharedView {
  sharer: ProfileView;
  track: TrackView;
  /** ISO 8601 */
  sharedAt: string;
  /** Whether the share is queued. */
  isPending: boolean;
}

/** What partners see of a profile. */
export interface PersonView {
  id: string;
  artistName: string | null;
  avatarSrc: string | null;
}

export interface ConnectionView {
  partnerId: string;
  /** Null if the profile is hidden from this person, and while a new request is queued. */
  partner: PersonView | null;
  status: 'pending' | 'accepted' | 'declined';
  /** `sent`: this person sent the request. */
  direction: 'sent' | 'received';
  /** Whether the action that sets the shown status is queued. */
  isPending: boolean;
  updatedAt: string;
}

export interface BlockView {
  personId: string;
  /** Null if the profile is hidden, and while the block of a person without a connection is queued. */
  person: PersonView | null;
  blockedAt: string;
  isPending: boolean;
}

export interface MessageView {
  /** Chosen on the writing device, so the same before and after sending. */
  id: string;
  senderId: string;
  content: string;
  /** ISO 8601: the device's time until the message is sent, then the server's. */
  createdAt: string;
  isRead: boolean;
  /** `failed`: refused or set aside. */
  state: 'sent' | 'sending' | 'waiting' | 'failed';
  /** Null once the action is acknowledged. */
  actionId: string | null;
  error: { code: string; message: string } | null;
}

/**
 * Oldest first, then queued messages. Contains the newest page and requested older pages, and never a message beyond one that the device lacks
 * (SY-37).
 */
export interface Conversation extends Live<readonly MessageView[]> {
  older: Live<OlderMessages>;
}

/** Whether a conversation has older messages. `here`: on this device; `more`: on the server only. */
export type OlderMessages = 'here' | Beyond['state'];

export interface ConversationView {
  partnerId: string;
  last: MessageView;
  /** Messages of the partner that were read on none of this person's devices. */
  unread: number;
}

/** The person's counted plays on this device, newest first. `reading`: only the latest so far. `failed`: the device's storage cannot be read. */
export interface OwnPlays {
  state: 'reading' | 'complete' | 'failed';
  plays: readonly TrackPlayRow[];
}

export interface OwnHistory {
  /** All counted plays. They are read while they are watched. */
  plays: Live<OwnPlays>;
  /** The ledger's lines that are credited to the UTC days from `from` to `to`, both as YYYY-MM-DD and included. */
  ledger(from: string, to: string): Promise<readonly ZapActionRow[]>;
}

export type SyncWork =
  | { kind: 'resting' }
  /** `since`: start of the running pull or push, in ms since the epoch. */
  | { kind: 'working'; since: number }
  /** The server asks for a newer app (SY-8), so this one no longer syncs. */
  | { kind: 'outdated' };

/** The fields are independent: the network may be lost, or the disk fill up, at any moment. */
export interface SyncStatus {
  work: SyncWork;
  /** Result of the last requests; `navigator.onLine` is only a hint (SY-18). */
  network: 'unknown' | 'online' | 'offline';
  /** Whether a request has had no response for seconds. */
  isSilent: boolean;
  /** Actions that are queued or not yet acknowledged. */
  waiting: number;
  /** Actions that were refused or set aside. */
  failed: number;
  /** Whether a pull has succeeded since the app was opened. */
  hasSynced: boolean;
  /** Last successful pull on this device, in ms since the epoch, even in an earlier visit; null before the first. */
  lastSyncedAt: number | null;
  storage: 'ok' | 'full' | 'evicted' | 'unavailable';
}
