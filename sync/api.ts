import type { AcknowledgedAction, PendingAction } from './action-types.ts';
import type { CallResult, Live } from './answers.ts';
import type { AvatarApi } from './avatar-types.ts';
import type { ActionKind, ActionPayload } from './model/actions.ts';
import type { ReleaseKind } from './model/release-kind.ts';
import type { Rules } from './model/rules.ts';
import type { GenreRow } from './model/tables/genres.ts';
import type { MailPurpose } from './model/mail-purposes.ts';
import type { StoreItemRow } from './model/tables/store-items.ts';
import type { RemoteApi } from './remote-types.ts';
import type { UploadApi } from './upload-types.ts';
import type {
  BlockView,
  ConnectionView,
  Conversation,
  ConversationView,
  ExploreView,
  FavouriteView,
  MeView,
  OwnHistory,
  OwnReleaseView,
  PeopleSort,
  PeopleView,
  PersonState,
  PlaylistEntryView,
  PlaylistView,
  PlaylistVisibility,
  SharedView,
  SyncStatus,
  TrackView,
} from './view-types.ts';

/** `client.ts` implements this API. */

/** Who uses the app on this device (S-1, S-5). */
export type AccountState =
  | { kind: 'loading' }
  | { kind: 'nobody' }
  | { kind: 'guest'; expiresAt: string }
  | {
      kind: 'user';
      userId: string;
      email: string;
      /** Whether the server rejected the session. The outbox is kept (SY-19). */
      locked: boolean;
    };

export type RedirectOutcome =
  | { kind: 'session'; recovery: boolean }
  /** The link belongs to the account with the e-mail address `to`, but the account with `from` is signed in. Nothing has changed yet. */
  | {
      kind: 'other';
      from: string;
      to: string;
      recovery: boolean;
      /** Signs in `to`. Unsent actions of `from` stay on the device. */
      switchOver(): Promise<void>;
      stay(): Promise<void>;
    }
  /** The link gives no session. Or there is no link, and either nobody is signed in or the session is locked. */
  | { kind: 'none'; mail: RedirectMail | null }
  /** The server was not reached; the link is still valid. */
  | { kind: 'unreachable' }
  /** The server, or the link itself, reported an error. */
  | { kind: 'error'; message: string; mail: RedirectMail | null };

/** The mail that brought the person to the callback page, if the address names it. */
export interface RedirectMail {
  email: string;
  purpose: MailPurpose;
}

export interface AuthApi {
  /** Spends the beta session (S-2). The new session is stored in IndexedDB (SY-20). */
  signIn(email: string, password: string): Promise<CallResult<{ userId: string }>>;
  /** `session` is false if the mail must be confirmed first. Spends the beta session. */
  signUp(email: string, password: string, redirectTo: string): Promise<CallResult<{ session: boolean }>>;
  sendMagicLink(email: string, redirectTo: string): Promise<CallResult<null>>;
  sendPasswordReset(email: string, redirectTo: string): Promise<CallResult<null>>;
  resendSignUp(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Whether the server reports that its mails are delayed, because its mail server accepts none at present. False without such a report. */
  isMailDelayed(): Promise<boolean>;
  /** Signs in with the six digits of a mail (S-50). */
  verifyCode(email: string, code: string, purpose: MailPurpose): Promise<CallResult<null>>;
  updatePassword(password: string): Promise<CallResult<null>>;
  /** Redeems a mail's link from the callback page's full address. Never signs out another person without asking. */
  completeRedirect(href: string): Promise<RedirectOutcome>;
  /**
   * Without `discard`, sends the queue first, and returns `waiting` if actions or uploads remain (SY-19). @param options `isAccountGone`: the
   * server has deleted the account, so that no upload or session has to be ended there
   */
  signOut(options: {
    discard: boolean;
    isAccountGone?: boolean;
  }): Promise<{ kind: 'signed-out' } | { kind: 'waiting'; actions: number; uploads: number }>;
}

export interface BetaApi {
  /** Exchanges the passcode or an invitation for a beta token, and stores the token for the browser session. */
  unlock(
    passcode: string,
  ): Promise<{ kind: 'unlocked' } | { kind: 'wrong' } | { kind: 'rate-limited' } | { kind: 'failed'; message: string }>;
  /**
   * Asks the server about the stored token. `invalid`: the server does not know it, or it is used or expired; it is deleted here. `none`: no token
   * is stored. `unknown`: the server is unreachable or busy.
   */
  check(): Promise<'valid' | 'invalid' | 'none' | 'unknown'>;
}

/** Audio kept on the device (S-34). */
export type KeptState =
  /** `turn`: other tracks come first. `network`: the network is lost. `data`: requested in an earlier visit, and data saving is on. */
  | { kind: 'waiting'; reason: 'turn' | 'network' | 'data' }
  /** `asked`: requested by the person, not only played. */
  | { kind: 'fetching'; receivedBytes: number; totalBytes: number | null; asked: boolean }
  /** `usedAt` in ms since the epoch. */
  | { kind: 'kept'; bytes: number; asked: boolean; usedAt: number }
  /**
   * Retried at the next start or on request. `full`: no space; also retried after a removal. `missing`: the track or its file does not
   * exist. `broken`: cannot be decoded. `unavailable`: no storage.
   */
  | { kind: 'failed'; reason: 'full' | 'missing' | 'broken' | 'unavailable' };

export interface KeptApi {
  /** By track id. An absent track is neither stored nor requested. */
  states: Live<ReadonlyMap<string, KeptState>>;
  /**
   * Ids of lists kept whole: `FAVOURITES_LIST` or playlists. Null until read. Their new tracks are fetched; removed ones leave the device,
   * unless the person requested the track itself.
   */
  lists: Live<ReadonlySet<string> | null>;
  /** Resolves when the choice is stored. Turning a list on also fetches those of its tracks that the person had removed from the device. */
  keepList(list: string, isOn: boolean): Promise<void>;
  /** Number of requested tracks that were removed in this visit, because they were deleted or hidden. */
  withdrawn: Live<number>;
  /** Resolves when the track is stored, removed or failed, or waits for the network. It is fetched before those of `keepAll`. */
  keep(trackId: string): Promise<void>;
  /** Resolves when the requests are stored, and so survive a reload, or could not be stored. Waiting and failed tracks are tried now. */
  keepAll(trackIds: readonly string[]): Promise<void>;
  /** Stores a played track if there is space, but not while the browser's data saver is on. Only the last 20 played tracks stay (S-34). */
  keepPlayed(trackId: string): Promise<void>;
  /** Cancels requests whose track is not stored yet. */
  cancelAll(trackIds: readonly string[]): Promise<void>;
  remove(trackId: string): Promise<void>;
  removeAll(trackIds: readonly string[]): Promise<void>;
  /** Deletes a copy that cannot be decoded, and fetches a requested track once more. False without a copy. */
  reportBroken(trackId: string): Promise<boolean>;
}

/** The person's playlists (S-60). Each change is queued, and works without a network; it rejects only if it cannot be stored on the device. */
export interface PlaylistsApi {
  /** Newest first, with queued actions applied. */
  all: Live<readonly PlaylistView[]>;
  /** Resolves with the new playlist's id. */
  create(title: string): Promise<string>;
  /** Fields that are left out stay as they are. */
  update(id: string, changes: { title?: string; description?: string; visibility?: PlaylistVisibility }): Promise<void>;
  delete(id: string): Promise<void>;
  /** Restores a deleted playlist with its tracks. */
  restore(id: string): Promise<void>;
  /** Adds tracks before the entry at `index`, by default at the end. */
  add(id: string, trackIds: readonly string[], index?: number): Promise<void>;
  remove(id: string, entryIds: readonly string[]): Promise<void>;
  /** Restores removed entries at their places. */
  putBack(id: string, entries: readonly PlaylistEntryView[]): Promise<void>;
  /** Moves an entry before the first of `followers` that the playlist still has, or to the end. */
  move(id: string, entryId: string, followers: readonly string[]): Promise<void>;
  /** Ids of other people's playlists that the person likes, with queued actions applied. */
  liked: Live<ReadonlySet<string>>;
  /** The entries of a playlist with these tracks, in their order. The same ids return the same Live while it is watched. */
  entriesOf(trackIds: readonly string[]): Live<readonly PlaylistEntryView[]>;
  /** Takes somebody else's playlist into the library, or out of it. */
  setLiked(id: string, isLiked: boolean): Promise<void>;
}

/** The person's own releases. Each change is queued, and resolves when it is stored on the device. */
export interface ReleasesApi {
  /** Newest first, with queued actions applied. */
  own: Live<readonly OwnReleaseView[]>;
  create(release: NewRelease): Promise<void>;
  /** Fields that are left out stay as they are. */
  update(id: string, changes: Partial<Omit<NewRelease, 'id' | 'places'>>): Promise<void>;
  /** Orders the named places, and puts them before all others. Moves in named own tracks that are not in the release. */
  arrange(id: string, places: readonly string[]): Promise<void>;
  /** Takes a place out of the release. Its track is not deleted; if the release is not out, the track stays private. */
  remove(id: string, place: string): Promise<void>;
  /** Deletes the release and no track. */
  delete(id: string): Promise<void>;
}

export interface NewRelease {
  /** A new UUID. */
  id: string;
  title: string;
  artistName: string;
  /** Null: by the number of places. */
  kind: ReleaseKind | null;
  notes: string;
  /** ISO 8601; null: as soon as all tracks have arrived. */
  publishAt: string | null;
  /** In order: ids of own tracks, and new UUIDs that uploads name as their place. */
  places: readonly string[];
}

/** The browser's estimate; null if it gives none (SY-22). */
export interface StorageReport {
  usedBytes: number | null;
  quotaBytes: number | null;
  /** Whether the browser has promised not to clear the storage. */
  isPersistent: boolean | null;
}

export interface StorageApi {
  read(): Promise<StorageReport>;
  /** Asks the browser not to clear the storage, for which it may ask the person. @returns whether the browser agreed */
  persist(): Promise<boolean>;
}

/** Procedures of the specification that are called without the queue (part 2 §7). */
export interface Procedures {
  checkUploadSlots(): Promise<CallResult<{ allowed: boolean; message: string; slots_available: number }>>;
  validateFile(file: {
    name: string;
    type: string;
    size: number;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Checks for forbidden words, before the upload starts (S-18). */
  checkUploadWords(texts: {
    title: string;
    artistName: string;
    description: string;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Failures are ignored. */
  logSecurityEvent(type: string, severity: 'info' | 'warning', data: Record<string, unknown>): void;
}

export interface SyncClient {
  account: Live<AccountState>;
  /** True once this visit has deleted the data because another device ended the session, by signing this one out or deleting the account. */
  wasSessionEndedElsewhere: Live<boolean>;
  auth: AuthApi;
  beta: BetaApi;
  storage: StorageApi;
  /** Null without a person or guest, and until the account is known. */
  scope: Live<Scope | null>;
  close(): Promise<void>;
}

/** State of a scope's stores. A failed opening is retried automatically, and by `reopen`. */
export type Opening =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** `code`: a part of the app could not be fetched. `full`, `unavailable`: the storage (SY-22). */
  | { kind: 'failed'; what: 'code' | 'full' | 'unavailable' };

/**
 * One person's or guest's data on this device. The same arguments of a method return the same `Live`, at least while it is watched. After
 * closing, the methods reject, so that no data reaches the next person (SY-19).
 */
export interface Scope {
  /** Names the person or guest in the browser's storage: a short, stable name that does not reveal the user's id. */
  owner: string;
  userId: string | null;
  opening: Live<Opening>;
  reopen(): void;
  /** Whether the server rejected the session. Then nothing is sent until the person signs in again. */
  isLocked: Live<boolean>;
  /** Whether all rows that this device should hold are on it: own rows, shelf, and pins (SY-35). */
  isFilled: Live<boolean>;
  /** Calls back before the stores close; the latest listener first. @returns a function that unsubscribes */
  onClose(close: () => void): () => void;
  /** Public tracks that are not sponsored, in Explore's order. */
  explore(filter: { search: string; genre: string | null }): Live<ExploreView>;
  /** Requests the next page of tracks that are not on the device or, with a search text, a search on the server. */
  exploreMore(filter: { search: string; genre: string | null }): void;
  /**
   * Fetches tracks that are missing or may be outdated (SY-36). Resolves when all requests for them have ended; those that the server does not
   * show become `absent`.
   */
  visitTracks(ids: readonly string[]): Promise<void>;
  /** Fetches a person's profile, public tracks and shares. */
  visitPerson(id: string): Promise<void>;
  /** Ids of tracks that were requested from the server, and that it does not show to this person. */
  absent: Live<ReadonlySet<string>>;
  /** Whether no track with this id is visible to this person. False while that is unknown. */
  isAbsent(id: string): boolean;
  track(id: string): Live<TrackView | null>;
  /** A person's tracks, newest first, including queued creations. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /** Public sponsored tracks, last sponsored first. */
  sponsored(filter: { search: string; genre: string | null }): Live<ExploreView>;
  /** Whether a person is public, private or missing. If the device's rows do not tell, the server is asked while the value is watched. */
  person(id: string): Live<PersonState>;
  /** The name in the person's profile (S-43). Null if the profile is not on the device; it is not requested from the server. */
  nameOf(id: string): Live<string | null>;
  /** People with a name, a picture and a public track. */
  people(filter: { search: string; sort: PeopleSort }): Live<PeopleView>;
  /** Requests the next page of people who are not on the device or, with a search text, a search on the server. */
  peopleMore(filter: { search: string; sort: PeopleSort }): void;
  /** A person's shares, newest first, with queued actions applied. */
  sharesOf(userId: string): Live<readonly SharedView[]>;
  community: Live<readonly SharedView[]>;
  /** Newest first (S-60). Empty for a guest. */
  favourites: Live<readonly FavouriteView[]>;
  /** In the given order, without missing tracks. */
  tracksById(ids: readonly string[]): Promise<TrackView[]>;
  genres: Live<readonly GenreRow[]>;
  /** Prices, caps and levels. Until the first sync, those of the specification. */
  rules: Live<Rules>;
  /** Items for sale, cheapest first. */
  storeItems: Live<readonly StoreItemRow[]>;
  me: Live<MeView | null>;
  /** Connections and requests, latest change first. */
  connections: Live<readonly ConnectionView[]>;
  /** The people whom this person blocks, the latest first (S-47). */
  blocks: Live<readonly BlockView[]>;
  /** Sorted by their newest messages, including queued ones; the newest first. */
  conversations: Live<readonly ConversationView[]>;
  /** The same id returns the same object. */
  conversation(partnerId: string): Conversation;
  /** Shows older messages: those on the device, else the next page of the server (SY-37). */
  olderMessages(partnerId: string): void;
  status: Live<SyncStatus>;
  /** Contains an action even before its `enqueue` resolves. Changes by other tabs and by the server show later. */
  pending: Live<readonly PendingAction[]>;
  /** Reads the queue from the device. */
  readPending(): Promise<readonly PendingAction[]>;
  /** Resolves with the action's id once the action is stored on the device (SY-14). @throws StorageFailure */
  enqueue<K extends ActionKind>(
    kind: K,
    payload: ActionPayload<K>,
    options?: { occurredAt?: Date; id?: string },
  ): Promise<string>;
  retry(actionId: string): Promise<void>;
  /** False if the action had left the queue, or was retried under another id. */
  discard(actionId: string): Promise<boolean>;
  /** Changes fields and queues the action again. False if it has left the queue, or may have taken effect. */
  edit(actionId: string, changes: Record<string, unknown>): Promise<boolean>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  /** Calls back once for an action of this tab; null if it was replaced, edited or discarded. */
  onOutcome(actionId: string, listener: (action: AcknowledgedAction | null) => void): void;
  kept: KeptApi;
  uploads: UploadApi;
  avatar: AvatarApi;
  procedures: Procedures;
  /** Reads and acts that need the server. Their code is loaded at the first call. */
  remote(): Promise<RemoteApi>;
  /** The person's playlists. Their code is loaded at the first call. */
  playlists(): Promise<PlaylistsApi>;
  /** The person's releases. Their code is loaded at the first call. */
  releases(): Promise<ReleasesApi>;
  /** This person's plays and spends on this device. Their code is loaded at the first call. */
  ownHistory(): Promise<OwnHistory>;
  device: DeviceApi;
  /** Retries a failed opening, then has the leading tab push and pull. @param endsBusyDelays whether the person asks: also ends actions' delays */
  syncNow(endsBusyDelays?: boolean): void;
}

/** Small values of one person on one device, deleted at sign-out (S-5). */
export interface DeviceApi {
  /** Structured-cloneable values in the person's database. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** A text in local storage, which is synchronous, so that a closing page can still write. */
  text(key: string): string | null;
  /** False if the disk is full or forbidden, or the scope has closed. */
  setText(key: string, value: string): boolean;
}
