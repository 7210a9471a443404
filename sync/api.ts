import type { AcknowledgedAction, PendingAction } from './action-types.ts';
import type { CallResult, Live } from './answers.ts';
import type { AvatarApi } from './avatar-types.ts';
import type { ActionKind, ActionPayload } from './model/actions.ts';
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
  MeView,
  PeopleSort,
  PeopleView,
  PersonState,
  SharedView,
  SyncStatus,
  TrackView,
} from './view-types.ts';

/** The engine's API for the interface. `client.ts` implements it. */

/** Who uses the app on this device (S-1, S-5). */
export type AccountState =
  /** The stored session is being read; takes milliseconds and never waits for the network. */
  | { kind: 'loading' }
  | { kind: 'nobody' }
  /** A valid beta session without a user. */
  | { kind: 'guest'; expiresAt: string }
  | {
      kind: 'user';
      userId: string;
      email: string;
      /** True when the server rejected the session: the interface asks to sign in again, the outbox is kept (SY-19). */
      locked: boolean;
    };

export type RedirectOutcome =
  | { kind: 'session'; recovery: boolean }
  /** The link signs in `to` while `from` is signed in; both are e-mail addresses. Nothing has changed yet. */
  | {
      kind: 'other';
      from: string;
      to: string;
      recovery: boolean;
      /** Signs in `to`. Unsent actions of `from` stay on the device until they sign in here again. */
      switchOver(): Promise<void>;
      /** Ends the new session of `to`. */
      stay(): Promise<void>;
    }
  /** The link led to no session. `mail`: the mail it came from, if known. */
  | { kind: 'none'; mail: RedirectMail | null }
  /** The server was not reached; the link is still valid. */
  | { kind: 'unreachable' }
  /** The server, or the link itself, reported an error. */
  | { kind: 'error'; message: string; mail: RedirectMail | null };

export interface RedirectMail {
  email: string;
  purpose: MailPurpose;
}

export interface AuthApi {
  /** Marks the beta session used when it succeeds (S-2). The session is stored in IndexedDB (SY-20). */
  signIn(email: string, password: string): Promise<CallResult<{ userId: string }>>;
  /** `value.session` is false when the mail must be confirmed first. Marks the beta session used. */
  signUp(email: string, password: string, redirectTo: string): Promise<CallResult<{ session: boolean }>>;
  sendMagicLink(email: string, redirectTo: string): Promise<CallResult<null>>;
  sendPasswordReset(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Sends the confirmation mail again. */
  resendSignUp(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Signs in with the six digits of a mail (S-50). */
  verifyCode(email: string, code: string, purpose: MailPurpose): Promise<CallResult<null>>;
  /** Sets a new password for the signed-in user (recovery). */
  updatePassword(password: string): Promise<CallResult<null>>;
  /**
   * Redeems the link of a mail from the callback page's full address (`token_hash`, hash tokens or `code`). It signs nobody
   * out: a person who is signed in already has to decide.
   */
  completeRedirect(href: string): Promise<RedirectOutcome>;
  /**
   * Unless `discard` is true, sends the queue for up to 5 s; if actions or uploads are left then, it returns their numbers
   * without signing out (SY-19). `isAccountGone`: the account was deleted, so there is no session or upload to end on the server.
   */
  signOut(options: {
    discard: boolean;
    isAccountGone?: boolean;
  }): Promise<{ kind: 'signed-out' } | { kind: 'waiting'; actions: number; uploads: number }>;
}

export interface BetaApi {
  /** Calls validate-beta-passcode and stores the token for the browser session. */
  unlock(
    passcode: string,
  ): Promise<{ kind: 'unlocked' } | { kind: 'wrong' } | { kind: 'rate-limited' } | { kind: 'failed'; message: string }>;
  /**
   * Validates the stored token, and drops it when it is unknown, used or expired. If the server is unreachable or busy, it stays
   * (`unknown`).
   */
  check(): Promise<'valid' | 'invalid' | 'none' | 'unknown'>;
}

/** Audio kept on the device (S-34). */
export type KeptState =
  /**
   * Requested and not fetched yet. `turn`: others come first, another page fetches it, or the device does not know the track yet;
   * `network`: continues when the network is back; `data`: requested in an earlier visit, and the browser saves data now.
   */
  | { kind: 'waiting'; reason: 'turn' | 'network' | 'data' }
  /** `asked`: the person requested it; otherwise it is fetched because it was played. */
  | { kind: 'fetching'; receivedBytes: number; totalBytes: number | null; asked: boolean }
  /** `usedAt`: ms since the epoch. */
  | { kind: 'kept'; bytes: number; asked: boolean; usedAt: number }
  /**
   * Requested; retried at the next start or on request. `full`: no space; `broken`: the file cannot be decoded; `unavailable`:
   * the browser provides no storage.
   */
  | { kind: 'failed'; reason: 'full' | 'missing' | 'broken' | 'unavailable' };

export interface KeptApi {
  /** State by track id; absent means neither stored nor requested. */
  states: Live<ReadonlyMap<string, KeptState>>;
  /** How many tracks that the person had requested were removed in this visit, because they were deleted or hidden. */
  withdrawn: Live<number>;
  /**
   * Fetches the whole file, before files requested by `keepAll`, and stores it until the person removes it. Resolves
   * when it is stored, has failed or waits for the network. Asks for `persist()` the first time (SY-22).
   */
  keep(trackId: string): Promise<void>;
  /**
   * Fetches and stores these tracks, two at a time and in order. Resolves when the request is stored and so survives a
   * reload. Waiting and failed tracks are tried now.
   */
  keepAll(trackIds: readonly string[]): Promise<void>;
  /** Stores a played track if there is space; of more than 20, the longest unused are dropped (S-34). */
  keepPlayed(trackId: string): Promise<void>;
  /** Cancels the requests for those of these tracks that are not stored yet. */
  cancelAll(trackIds: readonly string[]): Promise<void>;
  remove(trackId: string): Promise<void>;
  removeAll(trackIds: readonly string[]): Promise<void>;
  /**
   * Reports that the stored copy cannot be decoded. It is deleted, and a requested track is fetched again, once. False when
   * there is no copy.
   */
  reportBroken(trackId: string): Promise<boolean>;
}

/** The browser's storage estimate; null where it gives none (SY-22). */
export interface StorageReport {
  usedBytes: number | null;
  quotaBytes: number | null;
  /** Whether the browser has promised not to clear the storage. */
  isPersistent: boolean | null;
}

export interface StorageApi {
  read(): Promise<StorageReport>;
  /** Asks the browser for persistent storage; it may ask the person, or refuse. */
  persist(): Promise<boolean>;
}

export interface Procedures {
  checkUploadSlots(): Promise<CallResult<{ allowed: boolean; message: string; slots_available: number }>>;
  validateFile(file: {
    name: string;
    type: string;
    size: number;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Checks texts for forbidden words, before the upload starts (S-18). */
  checkUploadWords(texts: {
    title: string;
    artistName: string;
    description: string;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Sends in the background; failures are ignored. */
  logSecurityEvent(type: string, severity: 'info' | 'warning', data: Record<string, unknown>): void;
}

/** The engine of a page: the account, sign-in and sign-out, and the open scope. */
export interface SyncClient {
  account: Live<AccountState>;
  auth: AuthApi;
  beta: BetaApi;
  storage: StorageApi;
  /** The scope of the present person or guest. Null without one, and until the account is known. */
  scope: Live<Scope | null>;
  close(): Promise<void>;
}

/** Whether the stores of a scope are open. A failed opening is retried automatically, and by `reopen`. */
export type Opening =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** `code`: a part of the app could not be fetched; `full`, `unavailable`: the storage (SY-22). */
  | { kind: 'failed'; what: 'code' | 'full' | 'unavailable' };

/**
 * Everything of one person or guest on this device. The client opens and closes it with the account (SY-19). After closing, its
 * methods reject, so that no data of one person reaches the next.
 */
export interface Scope {
  /** A short, stable name of this person that does not reveal the id. */
  owner: string;
  /** Null for a guest. */
  userId: string | null;
  opening: Live<Opening>;
  /** Retries a failed opening now. */
  reopen(): void;
  /** The server rejected the session: nothing can be sent until the person has signed in again. */
  isLocked: Live<boolean>;
  /** True when all rows that this device holds are on it: its person's own, the shelf, and their pins (SY-35). */
  isFilled: Live<boolean>;
  /** Calls back when the scope closes, before its stores do; the latest listener first. Returns the function that unsubscribes. */
  onClose(close: () => void): () => void;
  /** The same arguments return the same Live. */
  explore(filter: { search: string; genre: string | null }): Live<ExploreView>;
  /**
   * Requests the next page of this list, or with a search text what the server finds. Does nothing while a request is under way, and
   * if nothing lies beyond.
   */
  exploreMore(filter: { search: string; genre: string | null }): void;
  /**
   * Asks the server for tracks that are not on the device, or whose rows there may be outdated (SY-36). Tracks that it does not have
   * become `absent`. Resolves to false if the server could not be asked.
   */
  visitTracks(ids: readonly string[]): Promise<boolean>;
  /** Asks the server for a person's profile and public tracks. Resolves to false if it could not be asked. */
  visitPerson(id: string): Promise<boolean>;
  /** Tracks that the server was asked for and did not have for this person. */
  absent: Live<ReadonlySet<string>>;
  /**
   * Whether no visible track has this id: the server said so, or the device has all tracks. False for a track that may lie
   * beyond the device.
   */
  isAbsent(id: string): boolean;
  track(id: string): Live<TrackView | null>;
  /** Every known track of this person, newest first, including those still to be created. The same id returns the same Live. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /**
   * Public tracks that are sponsored, the last sponsored first: the order of the list on `/radio`. The same arguments return
   * the same Live.
   */
  sponsored(filter: { search: string; genre: string | null }): Live<ExploreView>;
  /**
   * The person from the device. A person whom the device does not know is requested from the server while the value is
   * watched. The same id returns the same Live.
   */
  person(id: string): Live<PersonState>;
  /** The name in this person's profile; null if the device does not have it; it is not requested from the server (S-43). */
  nameOf(id: string): Live<string | null>;
  /** People with a name, a picture and a public track, filtered by name and sorted. The same arguments return the same Live. */
  people(filter: { search: string; sort: PeopleSort }): Live<PeopleView>;
  /** Shares of a person, the newest first, with queued actions applied. The same id returns the same Live. */
  sharesOf(userId: string): Live<readonly SharedView[]>;
  /** The newest 50 shares of all people. */
  community: Live<readonly SharedView[]>;
  /** The tracks with these ids, in the given order, without missing ones. */
  tracksById(ids: readonly string[]): Promise<TrackView[]>;
  genres: Live<readonly GenreRow[]>;
  /** Prices, caps and unlock levels as the server has them; the specified ones until the first sync. */
  rules: Live<Rules>;
  /** Items that the store sells now, the cheapest first. */
  storeItems: Live<readonly StoreItemRow[]>;
  me: Live<MeView | null>;
  /** All connections and requests of this person, the latest change first. */
  connections: Live<readonly ConnectionView[]>;
  /** People whom this person blocked, the latest first (S-47). */
  blocks: Live<readonly BlockView[]>;
  /** The newest first, including queued messages. */
  conversations: Live<readonly ConversationView[]>;
  /** The same id returns the same object. */
  conversation(partnerId: string): Conversation;
  status: Live<SyncStatus>;
  pending: Live<readonly PendingAction[]>;
  /** Reads the queue from the device: `pending` may lag behind. */
  readPending(): Promise<readonly PendingAction[]>;
  /** Resolves when the action is stored on the device (SY-14). Rejects with a StorageFailure if it cannot be. */
  enqueue<K extends ActionKind>(
    kind: K,
    payload: ActionPayload<K>,
    options?: { occurredAt?: Date; id?: string },
  ): Promise<string>;
  retry(actionId: string): Promise<void>;
  /** Removes an action from the queue. False if it had left the queue already, or was retried under another id. */
  discard(actionId: string): Promise<boolean>;
  /** Changes fields of an action and queues it again. False if it has left the queue, or may have taken effect already. */
  edit(actionId: string, changes: Record<string, unknown>): Promise<boolean>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  /**
   * Calls back once with the outcome of an action of this tab; null if it left the queue without one (replaced, edited or
   * discarded).
   */
  onOutcome(actionId: string, listener: (action: AcknowledgedAction | null) => void): void;
  kept: KeptApi;
  uploads: UploadApi;
  avatar: AvatarApi;
  procedures: Procedures;
  /** Reads and acts that need the network; imported with the first use. */
  remote(): Promise<RemoteApi>;
  /** Small values stored for this person on this device, deleted at sign-out. */
  device: DeviceApi;
  /** Pushes and pulls now, for 'Retry'. */
  syncNow(): void;
}

/** Small values stored for one person on one device, deleted at sign-out (S-5). */
export interface DeviceApi {
  /** A value in the person's database, such as a cached answer. Values are structured-cloneable. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** A synchronous text, which a page can still write while it is being closed. Null if there is none. */
  text(key: string): string | null;
  /** False if it could not be stored: the disk is full or forbidden, or the scope has closed. */
  setText(key: string, value: string): boolean;
}
