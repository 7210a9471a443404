import type { CallFailure, Live } from './answers.ts';
import type { TrackRow } from './model/tables/tracks.ts';
import type { BalanceRow } from './model/tables/user-balances.ts';
import type { UserCosmeticRow } from './model/tables/user-cosmetics.ts';
import type { ProfileRow } from './model/tables/user-profiles.ts';
import type { StatsRow } from './model/tables/user-stats.ts';

/** What the interface is shown: the server's rows under what waits on this device (SY-1). */

/** The person's own vote on a track. */
export interface MyVote {
  /** 1 to 5 */
  weight: number;
  /** Edits are free until then (ISO 8601); null while the server has not seen the vote. */
  editableUntil: string | null;
  /** The shown weight waits on this device. */
  isPending: boolean;
}

/** Whether the person shares a track. */
export interface MyShare {
  isShared: boolean;
  /** ISO 8601: the server's once it knows, the device's before; null while it is not shared. */
  sharedAt: string | null;
  /** What is shown waits on this device. */
  isPending: boolean;
}

/** A track as the interface shows it: the server's row under what waits on this device. */
export interface TrackView extends TrackRow {
  /** Whose it is: the name in the owner's profile, or without one that which the track was uploaded with (S-43). */
  artist_name: string;
  /** The name that the track was uploaded with. */
  credited_as: string;
  /** Full address of the audio. */
  audioSrc: string;
  /** Full address of the cover, or null. */
  coverSrc: string | null;
  /** A play of this track waits on the device or was counted today (UTC) for this user. */
  playedToday: boolean;
  myVote: MyVote | null;
  myShare: MyShare;
  /** An edit of the title or the visibility waits on this device. */
  isEdited: boolean;
}

/**
 * How a search found what it did: every word as it was typed; with a letter forgiven in each, since nothing had them as they
 * were typed; or not yet.
 */
export type SearchMatch = 'exact' | 'close' | 'looking';

/**
 * Public tracks that a filter finds: of Explore those that are not sponsored, by average rating, then newest; of the radio those
 * that are, the last sponsored first.
 */
export interface ExploreView {
  /** `empty`: nothing on the device yet (show skeletons); `first`: the first screen only; `complete`: the whole catalogue. */
  state: 'empty' | 'first' | 'complete';
  match: SearchMatch;
  /** Folded (`fold`): a word of a title or a name that has one of these in it is what was searched for. */
  marks: readonly string[];
  tracks: readonly TrackView[];
  /** Tracks found: from the server while `first` and unfiltered, else `tracks.length`. */
  total: number;
}

/** What will be spent once the server hears of it. */
export interface WaitingSpend {
  kind: 'vote' | 'share';
  trackId: string;
  zaps: number;
}

/** The signed-in person, as the server has it, and what waits. */
export interface MeView {
  profile: ProfileRow | null;
  avatarSrc: string | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  /** What was bought or won, expired things too. */
  cosmetics: readonly UserCosmeticRow[];
  /** Balance to show: confirmed minus spends that wait. `balance.zaps` is the confirmed one. Null while the device does not know it. */
  zaps: number | null;
  /** True when waiting actions change the shown balance. */
  zapsPending: boolean;
  /** The spends that wait, the oldest first. */
  spends: readonly WaitingSpend[];
  zapsToday: number;
  /** Plays counted today (UTC) that count for the daily reward, waiting ones included; not capped. */
  playsToday: number;
  /** Those of them that the server does not know yet. */
  playsWaiting: number;
}

/** A profile that this person may see; the own one under the edits that wait. */
export interface ProfileView extends ProfileRow {
  /** Full address of the picture, or null. */
  avatarSrc: string | null;
}

/** What is known of a person (S-23). */
export type PersonState =
  /** Everybody may look, or this person may. */
  | { kind: 'public'; person: ProfileView }
  | { kind: 'private' }
  | { kind: 'missing' }
  /** Not everything is on the device yet, or the server has to be asked. `failure`: that of the last try. */
  | { kind: 'unknown'; failure: CallFailure | null };

/** `most_active`: ten points a track and one a play. */
export type PeopleSort = 'most_active' | 'most_plays' | 'newest' | 'track_count';

/** Somebody with a name, a picture and a public track. */
export interface CreatorView {
  profile: ProfileView;
  /** Public ones, sponsored ones among them. */
  trackCount: number;
  /** Of public tracks. */
  totalPlays: number;
  /** The three with the most plays. */
  topTracks: readonly TrackView[];
}

export interface PeopleView {
  /** False while not everybody is on the device yet. */
  isComplete: boolean;
  creators: readonly CreatorView[];
}

/** A track that somebody shows on their profile and to the community. */
export interface SharedView {
  sharer: ProfileView;
  track: TrackView;
  /** ISO 8601 */
  sharedAt: string;
  /** It waits on this device. */
  isPending: boolean;
}

/** What everybody who meets a person sees of them. */
export interface PersonView {
  id: string;
  artistName: string | null;
  avatarSrc: string | null;
}

export interface ConnectionView {
  partnerId: string;
  /** Null when the account is gone, and for a request that waits to somebody this device knows nothing of. */
  partner: PersonView | null;
  status: 'pending' | 'accepted' | 'declined';
  /** Who asked: this person, or the partner. */
  direction: 'sent' | 'received';
  /** The shown status waits on this device. */
  isPending: boolean;
  updatedAt: string;
}

/** Somebody whom this person blocked (S-47). */
export interface BlockView {
  personId: string;
  /** Null when the account is gone, and while the block waits if this device knows nothing of them. */
  person: PersonView | null;
  blockedAt: string;
  /** It waits on this device. */
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
  /** The action that carries it, until it was sent. */
  actionId: string | null;
  error: { code: string; message: string } | null;
}

/** The messages with one partner, oldest first, then what waits: the newest page of them, and what was asked for before it. */
export interface Conversation extends Live<readonly MessageView[]> {
  hasOlder: Live<boolean>;
  /** Shows one more page of older messages. */
  older(): void;
}

export interface ConversationView {
  partnerId: string;
  last: MessageView;
  /** Messages of the partner that were not read, here or elsewhere. */
  unread: number;
}

/** What the engine does now. */
export type SyncWork =
  | { kind: 'resting' }
  /** A pull or push has been under way since then (ms since the epoch). */
  | { kind: 'working'; since: number }
  /** The server asks for a newer app (SY-8): this one sends and fetches nothing any more. */
  | { kind: 'outdated' };

/** How the sync stands. Its parts are independent of each other: the network may go, or the disk fill up, at any moment. */
export interface SyncStatus {
  work: SyncWork;
  /** What the last attempts to reach the server showed; `navigator.onLine` is only a hint (SY-18). */
  network: 'unknown' | 'online' | 'offline';
  /** The server was asked, and nothing has come for seconds: the network may be away, and nobody knows yet. */
  isSilent: boolean;
  /** Actions that wait to be sent or acknowledged. */
  waiting: number;
  /** Actions the server refused or that were set aside. */
  failed: number;
  /** A pull has succeeded since the app was opened. */
  hasSynced: boolean;
  /** When a pull last succeeded on this device, in an earlier visit too (ms since the epoch); null before the first. */
  lastSyncedAt: number | null;
  storage: 'ok' | 'full' | 'evicted' | 'unavailable';
}
