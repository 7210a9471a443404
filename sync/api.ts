import type { AcknowledgedAction, PendingAction } from './action-types.ts';
import type { CallResult, Live } from './answers.ts';
import type { AvatarDoor } from './avatar-types.ts';
import type { ActionKind, ActionPayload } from './model/actions.ts';
import type { GenreRow } from './model/tables/genres.ts';
import type { MailPurpose } from './model/mail-purposes.ts';
import type { StoreItemRow } from './model/tables/store-items.ts';
import type { RemoteDoor } from './remote-types.ts';
import type { UploadDoor } from './upload-types.ts';
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

/** What the door of the engine offers to the interface and to the service worker. `client.ts` implements it. */

/** Who uses the app on this device (S-1, S-5). */
export type AccountState =
  /** The stored session has not been read yet; takes milliseconds, never waits for the network. */
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
  /** The link is `to`'s while `from` is signed in here; both are e-mails. Nothing has changed yet. */
  | {
      kind: 'other';
      from: string;
      to: string;
      recovery: boolean;
      /** `to` comes in. What `from` has not sent stays on the device until they sign in here again. */
      switchOver(): Promise<void>;
      /** The session of `to` ends where it began. */
      stay(): Promise<void>;
    }
  /** No session came of it; `mail`: which one the link was of, as far as it says. */
  | { kind: 'none'; mail: RedirectMail | null }
  /** The server was not reached: the link still holds. */
  | { kind: 'unreachable' }
  /** The server, or the link itself, reported an error. */
  | { kind: 'error'; message: string; mail: RedirectMail | null };

export interface RedirectMail {
  email: string;
  purpose: MailPurpose;
}

export interface AuthDoor {
  /** Marks the beta session used when it succeeds (S-2). The session is stored in IndexedDB (SY-20). */
  signIn(email: string, password: string): Promise<CallResult<{ userId: string }>>;
  /** `value.session` is false when the mail must be confirmed first. Marks the beta session used. */
  signUp(email: string, password: string, redirectTo: string): Promise<CallResult<{ session: boolean }>>;
  sendMagicLink(email: string, redirectTo: string): Promise<CallResult<null>>;
  sendPasswordReset(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Sends the mail of a sign-up again. */
  resendSignUp(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Signs in by the six digits of a mail (S-50). */
  verifyCode(email: string, code: string, purpose: MailPurpose): Promise<CallResult<null>>;
  /** Sets a new password for the signed-in user (recovery). */
  updatePassword(password: string): Promise<CallResult<null>>;
  /**
   * Redeems the link of a mail from the callback page's full address (`token_hash`, hash tokens or `code`). It signs nobody out: where
   * somebody else is signed in, they are asked.
   */
  completeRedirect(href: string): Promise<RedirectOutcome>;
  /**
   * Drains for up to 5 s; with actions or uploads left and `discard` false nothing is signed out and their numbers are
   * returned (SY-19). `isAccountGone`: the server has nobody any more to whom a session or an upload could belong.
   */
  signOut(options: {
    discard: boolean;
    isAccountGone?: boolean;
  }): Promise<{ kind: 'signed-out' } | { kind: 'waiting'; actions: number; uploads: number }>;
}

export interface BetaDoor {
  /** Calls validate-beta-passcode and keeps the token for the browser session. */
  unlock(
    passcode: string,
  ): Promise<{ kind: 'unlocked' } | { kind: 'wrong' } | { kind: 'rate-limited' } | { kind: 'failed'; message: string }>;
  /** Looks the stored token up: discards it when missing, used or expired. A network failure keeps it (`unknown`). */
  check(): Promise<'valid' | 'invalid' | 'none' | 'unknown'>;
}

/** Audio kept on the device (S-34). */
export type KeptState =
  /**
   * Asked for and not here yet. `turn`: others come first; `network`: goes on when it is back; `data`: asked for in an earlier
   * visit, and the browser saves data now.
   */
  | { kind: 'waiting'; reason: 'turn' | 'network' | 'data' }
  /** `asked`: the person wants it kept; otherwise it comes because it was played. */
  | { kind: 'fetching'; receivedBytes: number; totalBytes: number | null; asked: boolean }
  /** `usedAt`: ms since the epoch. */
  | { kind: 'kept'; bytes: number; asked: boolean; usedAt: number }
  /**
   * Asked for; tried again at the next start or when it is asked for again. `full`: no room; `broken`: what comes cannot be
   * decoded; `unavailable`: the browser gives no storage, or took it away.
   */
  | { kind: 'failed'; reason: 'full' | 'missing' | 'broken' | 'unavailable' };

export interface KeptDoor {
  /** State by track id; absent means neither on the device nor asked for. */
  states: Live<ReadonlyMap<string, KeptState>>;
  /** How many tracks that the person saved have left this device in this visit, since they were deleted or hidden. */
  withdrawn: Live<number>;
  /**
   * Fetches the whole file before any group and keeps it until the person removes it. Resolves when it is kept, has failed or
   * waits for the network. Asks for `persist()` the first time (SY-22).
   */
  keep(trackId: string): Promise<void>;
  /**
   * Keeps these, two at a time and in their order. Resolves when the wish is on the disk, where it survives a reload. Those that
   * wait or have failed are tried now.
   */
  keepAll(trackIds: readonly string[]): Promise<void>;
  /** Keeps a track that was played, as space allows; the longest unused of more than 20 leave first (S-34). */
  keepPlayed(trackId: string): Promise<void>;
  /** Forgets those of them that are not here yet; what is kept stays. */
  cancelAll(trackIds: readonly string[]): Promise<void>;
  remove(trackId: string): Promise<void>;
  removeAll(trackIds: readonly string[]): Promise<void>;
  /**
   * The copy on this device cannot be decoded: it goes, and what the person asked for is fetched anew, once. False when there is
   * no copy.
   */
  reportBroken(trackId: string): Promise<boolean>;
}

/** What the browser says of its storage; null where it does not say (SY-22). */
export interface StorageReport {
  usedBytes: number | null;
  quotaBytes: number | null;
  /** The browser has promised not to clear it by itself. */
  isPersistent: boolean | null;
}

export interface StorageDoor {
  read(): Promise<StorageReport>;
  /** Asks the browser for the promise; it may ask the person, or refuse. */
  persist(): Promise<boolean>;
}

export interface Procedures {
  checkUploadSlots(): Promise<CallResult<{ allowed: boolean; message: string; slots_available: number }>>;
  validateFile(file: {
    name: string;
    type: string;
    size: number;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Whether the words may be shown: asked before a byte is sent (S-18). */
  checkUploadWords(texts: {
    title: string;
    artistName: string;
    description: string;
  }): Promise<CallResult<{ valid: boolean; reason: string | null }>>;
  /** Never throws and never delays anything; a failure is dropped. */
  logSecurityEvent(type: string, severity: 'info' | 'warning', data: Record<string, unknown>): void;
}

/** The engine as a page holds it: who uses the device, how they come and go, and what is open for them. */
export interface SyncClient {
  account: Live<AccountState>;
  auth: AuthDoor;
  beta: BetaDoor;
  storage: StorageDoor;
  /** What belongs to whoever uses the device now. Null while nobody does, and until the account is known. */
  scope: Live<Scope | null>;
  close(): Promise<void>;
}

/** Whether the stores of a scope are open. A failure is tried again by itself, and by `reopen`. */
export type Opening =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** `code`: a part of the app could not be fetched; `full`, `unavailable`: the storage (SY-22). */
  | { kind: 'failed'; what: 'code' | 'full' | 'unavailable' };

/**
 * Everything that belongs to one person on this device, or to the guest: one object, made and closed by the account, in
 * that one place (SY-19). Once it is closed its doors refuse, so that nothing of one person reaches the next.
 */
export interface Scope {
  /** A short name that is the same in each visit of this person; never the id itself. */
  owner: string;
  /** Null for a guest. */
  userId: string | null;
  opening: Live<Opening>;
  /** Tries a failed opening again now. */
  reopen(): void;
  /** The server rejected the session: nothing can be sent until the person has signed in again. */
  isLocked: Live<boolean>;
  /** Everything that this person may see has come to the device, now or earlier: what is not here is nowhere. */
  isFilled: Live<boolean>;
  /** Runs when the scope closes, before its stores do; what came last goes first. Answers how to take it back. */
  onClose(close: () => void): () => void;
  /** Same arguments, same Live. */
  explore(filter: { search: string; genre: string | null }): Live<ExploreView>;
  track(id: string): Live<TrackView | null>;
  /** Every track of this person on the device, newest first, own ones that wait to be created among them. Same id, same Live. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /** Public tracks that are sponsored, the last sponsored first: what `/radio` lists and the radio plays. As `explore`. */
  sponsored(filter: { search: string; genre: string | null }): Live<ExploreView>;
  /** From the device; where it has nobody of that id, the server is asked while somebody watches. Same id, same Live. */
  person(id: string): Live<PersonState>;
  /** The name in this person's profile; null without one, and where the device does not have it: nobody is asked (S-43). */
  nameOf(id: string): Live<string | null>;
  /** Who has a name, a picture and a public track: those whose name has the search in it, as sorted. Same arguments, same Live. */
  people(filter: { search: string; sort: PeopleSort }): Live<PeopleView>;
  /** What this person shares, the newest first, own shares under what waits. Same id, same Live. */
  sharesOf(userId: string): Live<readonly SharedView[]>;
  /** The newest 50 that anybody shares. */
  community: Live<readonly SharedView[]>;
  /** The newest known view of each id that exists, in the given order. */
  tracksById(ids: readonly string[]): Promise<TrackView[]>;
  genres: Live<readonly GenreRow[]>;
  /** What the store sells now, the cheapest first. */
  storeItems: Live<readonly StoreItemRow[]>;
  me: Live<MeView | null>;
  /** Everybody this person has asked, was asked by or is connected with, the newest change first. */
  connections: Live<readonly ConnectionView[]>;
  /** People whom this person blocked, the last first (S-47). */
  blocks: Live<readonly BlockView[]>;
  /** The newest first; messages that wait are among them. */
  conversations: Live<readonly ConversationView[]>;
  /** Same id, same object. */
  conversation(partnerId: string): Conversation;
  status: Live<SyncStatus>;
  pending: Live<readonly PendingAction[]>;
  /** The queue as it is on the disk at this moment: `pending` may be a moment behind. */
  readPending(): Promise<readonly PendingAction[]>;
  /** Resolves when the action is safe on the disk (SY-14). Rejects with a StorageFailure when it is not. */
  enqueue<K extends ActionKind>(
    kind: K,
    payload: ActionPayload<K>,
    options?: { occurredAt?: Date; id?: string },
  ): Promise<string>;
  retry(actionId: string): Promise<void>;
  discard(actionId: string): Promise<void>;
  /** Writes fields of an action anew and queues it again. False when it is too late: the server may have seen it. */
  edit(actionId: string, changes: Record<string, unknown>): Promise<boolean>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  /** Tells once what became of an action of this tab: null when it left the queue unsent (replaced, written anew, discarded). */
  onOutcome(actionId: string, listener: (action: AcknowledgedAction | null) => void): void;
  kept: KeptDoor;
  uploads: UploadDoor;
  avatar: AvatarDoor;
  procedures: Procedures;
  /** What needs the network; its code comes with the first use. */
  remote(): Promise<RemoteDoor>;
  /** Small state of this person's device, deleted at sign-out. */
  device: DeviceDoor;
  /** Pull and push now, for 'Retry'. */
  syncNow(): void;
}

/** Small state that belongs to one person on one device and leaves with them (S-5). */
export interface DeviceDoor {
  /** Drafts and the like; values are structured-cloneable. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** Text that a page can still write while it is being closed, and reads at once. Null when there is none. */
  text(key: string): string | null;
  /** False when it could not be kept: a full or forbidden disk, or a scope that has closed. */
  setText(key: string, value: string): boolean;
}
