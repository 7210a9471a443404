import type { ActionKind, ActionPayload } from './model/actions.ts';
import type {
  BalanceRow,
  GenreRow,
  ProfileRow,
  StatsRow,
  StoreItemRow,
  TrackRow,
  UserCosmeticRow,
} from './model/rows.ts';
import type { Acknowledgement } from './model/wire.ts';

/** What the door of the engine offers to the interface and to the service worker. `client.ts` implements it. */

/** A value that changes: fits React's `useSyncExternalStore`. `get` returns the same reference until the value changes. */
export interface Live<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** Where the backend is: the answer of /.well-known/undercurrent.json, or the build's variables. */
export interface BackendConfig {
  supabaseUrl: string;
  publishableKey: string;
}

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

/** Why a call that needs the network did not succeed. `message` is the server's own words. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'refused'; code: string; message: string }
  /** 5xx and 429: try again. */
  | { kind: 'busy'; message: string };

export type CallResult<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

export interface AuthDoor {
  /** Marks the beta session used when it succeeds (S-2). The session is stored in IndexedDB (SY-20). */
  signIn(email: string, password: string): Promise<CallResult<{ userId: string }>>;
  /** `value.session` is false when the mail must be confirmed first. Marks the beta session used. */
  signUp(email: string, password: string, redirectTo: string): Promise<CallResult<{ session: boolean }>>;
  sendMagicLink(email: string, redirectTo: string): Promise<CallResult<null>>;
  sendPasswordReset(email: string, redirectTo: string): Promise<CallResult<null>>;
  /** Sets a new password for the signed-in user (recovery). */
  updatePassword(password: string): Promise<CallResult<null>>;
  /**
   * Completes the redirect of a mail link from the callback page's full address (hash tokens, `code`, or `token_hash`).
   * `none`: no session came of it; `error`: the server or the link reported one.
   */
  completeRedirect(
    href: string,
  ): Promise<{ kind: 'session'; recovery: boolean } | { kind: 'none' } | { kind: 'error'; message: string }>;
  /**
   * Drains for up to 5 s; with actions or uploads left and `discard` false nothing is signed out and their numbers are
   * returned (SY-19).
   */
  signOut(options: {
    discard: boolean;
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
  /** What is shown waits on this device. */
  isPending: boolean;
}

/** A track as the interface shows it: the server's row under what waits on this device. */
export interface TrackView extends TrackRow {
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

/** The tracks of Explore in its order (average rating, then newest), public and not sponsored. */
export interface ExploreView {
  /** `empty`: nothing on the device yet (show skeletons); `first`: the first screen only; `complete`: the whole catalogue. */
  state: 'empty' | 'first' | 'complete';
  tracks: readonly TrackView[];
  /** Tracks found: from the server while `first` and unfiltered, else `tracks.length`. */
  total: number;
}

/** The signed-in person, as the server has it, and what waits. */
export interface MeView {
  profile: ProfileRow | null;
  avatarSrc: string | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  /** What was bought or won, expired things too. */
  cosmetics: readonly UserCosmeticRow[];
  /** Balance to show: confirmed minus spends that wait. `balance.zaps` is the confirmed one. */
  zaps: number;
  /** True when waiting actions change the shown balance. */
  zapsPending: boolean;
  zapsToday: number;
  /** Plays counted today (UTC) that count for the daily reward, waiting ones included; not capped. */
  playsToday: number;
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

export interface ConversationView {
  partnerId: string;
  last: MessageView;
  /** Messages of the partner that were not read, here or elsewhere. */
  unread: number;
}

export interface SyncStatus {
  /** What the last attempts to reach the server showed; `navigator.onLine` is only a hint (SY-18). */
  network: 'unknown' | 'online' | 'offline';
  /** A pull or push has been under way since this time (ms since epoch), else null. */
  busySince: number | null;
  /** Actions that wait to be sent or acknowledged. */
  waiting: number;
  /** Actions the server refused or that were set aside. */
  failed: number;
  /** When the last pull succeeded (ms since epoch), or null. */
  lastSyncedAt: number | null;
  storage: 'ok' | 'full' | 'evicted' | 'unavailable';
  /** The server asks for a newer app (SY-8). */
  updateRequired: boolean;
}

export interface PendingAction {
  id: string;
  kind: ActionKind;
  payload: Record<string, unknown>;
  state: 'queued' | 'in_flight' | 'held' | 'dead';
  createdAt: number;
  attempts: number;
  /** Not sent before this time (ms since epoch). */
  nextAt: number;
  /** Only this device has seen it, or the server refused it: it may be edited, and removed without a trace. */
  isEditable: boolean;
  error: { code: string; message: string } | null;
}

/** An acknowledgement as the interface hears it, once, in the tab that is open, after its effects are in the replica (SY-13). */
export interface AcknowledgedAction extends Acknowledgement {
  kind: ActionKind;
  payload: Record<string, unknown>;
  occurredAt: string;
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

/** Where an upload stands. It rests on the device at every moment, so that any tab may go on with it after a reload. */
export type UploadStage =
  /** Being filled in; nothing has left the device. `refusal`: why it came back from an attempt. */
  | { kind: 'draft'; refusal: { title: string; text: string } | null }
  /** Checked by the server, then sent file by file. `waitsFor`: why nothing is sent at the moment. */
  | { kind: 'sending'; waitsFor: 'network' | 'session' | null }
  /** The files are up, the track is queued: the server decides. */
  | { kind: 'creating' }
  /** The person took it back: what was sent is being removed. It becomes a draft again. */
  | { kind: 'cancelling' }
  /** `slotsLeft` is null while the server has not said. */
  | { kind: 'done'; slotsLeft: number | null };

export interface UploadFile {
  name: string;
  /** As the bytes were found to be; what the picker says differs between systems. */
  type: string;
  bytes: number;
  /** Path in its bucket. */
  path: string;
  /** Address of a resumable transfer that has begun. */
  tusUrl: string | null;
  /** All of it is on the server. */
  isUp: boolean;
}

/** An upload: the person's form, where its files go, and how far it is. The files' bytes rest beside it. */
export interface UploadRecord {
  id: string;
  /** Chosen on the device, so that a replay finds the track that it made. */
  trackId: string;
  /** Id of its `track.create`: one upload is one action, whichever tab queues it (SY-9). */
  actionId: string;
  form: {
    title: string;
    artistName: string;
    genre: string;
    description: string;
    rightsConfirmed: boolean;
    radioOptIn: boolean;
  };
  audio: UploadFile | null;
  cover: UploadFile | null;
  /** Of both files together, at the last look. */
  sentBytes: number;
  /** When it was begun, ms since the epoch. */
  startedAt: number;
  stage: UploadStage;
}

/** The bytes of an upload's files. */
export interface UploadFiles {
  audio: Blob | null;
  cover: Blob | null;
}

export interface UploadDoor {
  /** Every upload on this device, the oldest first, as any tab last wrote it. Null until it was read. */
  records: Live<readonly UploadRecord[] | null>;
  /** @throws StorageFailure */
  add(record: UploadRecord, files: UploadFiles): Promise<void>;
  /**
   * Compare and set, against other tabs: `decide` sees what is stored and answers what shall be, or `keep`. Answers what is
   * stored afterwards, null when it is gone.
   * @throws StorageFailure
   */
  change(id: string, decide: (stored: UploadRecord) => UploadRecord | 'keep'): Promise<UploadRecord | null>;
  /** Takes the given files in place of those that were there. @throws StorageFailure */
  putFiles(id: string, files: Partial<UploadFiles>): Promise<void>;
  /** Null when they are gone. */
  files(id: string): Promise<UploadFiles | null>;
  remove(id: string): Promise<void>;
  /**
   * Runs `work` while this tab alone holds that name, of an upload or of a draft. Waits for its turn until `signal` says
   * otherwise; with `now`, answers null at once where another tab holds it.
   */
  alone<T>(name: string, options: { signal: AbortSignal; now?: boolean }, work: () => Promise<T>): Promise<T | null>;
  /** Address and headers of the resumable endpoint, with a fresh token of this person. Null while their session is locked. */
  target(): Promise<{ endpoint: string; headers: Record<string, string> } | null>;
  /** Deletes uploaded files of an upload that made no track. What a track names stays, whoever asks. */
  deleteFiles(files: { bucket: 'tracks' | 'covers'; path: string }[]): Promise<CallResult<null>>;
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
  /** Runs when the scope closes, before its stores do; what came last goes first. Answers how to take it back. */
  onClose(close: () => void): () => void;
  /** Same arguments, same Live. */
  explore(filter: { search: string; genre: string | null }): Live<ExploreView>;
  track(id: string): Live<TrackView | null>;
  /** Every track of this person on the device, newest first, own ones that wait to be created among them. Same id, same Live. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /** The newest known view of each id that exists, in the given order. */
  tracksById(ids: readonly string[]): Promise<TrackView[]>;
  genres: Live<readonly GenreRow[]>;
  /** What the store sells now, the cheapest first. */
  storeItems: Live<readonly StoreItemRow[]>;
  me: Live<MeView | null>;
  /** Everybody this person has asked, was asked by or is connected with, the newest change first. */
  connections: Live<readonly ConnectionView[]>;
  /** The newest first; messages that wait are among them. */
  conversations: Live<readonly ConversationView[]>;
  /** The messages with this partner, oldest first, then what waits. Same id, same Live. */
  conversation(partnerId: string): Live<readonly MessageView[]>;
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
  kept: KeptDoor;
  uploads: UploadDoor;
  procedures: Procedures;
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
  mark(key: string): string | null;
  /** False when it could not be kept: a full or forbidden disk, or a scope that has closed. */
  setMark(key: string, value: string): boolean;
}

/** Synchronous texts that survive the page (local storage). */
export interface Marks {
  get(key: string): string | null;
  /** @throws when the disk is full or forbidden */
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** The browser's parts that the engine needs, injected so that a test can stand in for them (SY-25). */
export interface SyncEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** False where the databases are in the page's memory, because the browser shuts its storage. */
  isKept: boolean;
  /** Absent in private modes and old browsers. */
  locks: LockManager | null;
  caches: CacheStorage | null;
  storage: Pick<StorageManager, 'estimate'> & {
    persist?: () => Promise<boolean>;
    persisted?: () => Promise<boolean>;
  };
  /** The beta session's token: session storage in a page, nothing in the worker (S-2). */
  betaToken: { get(): string | null; set(token: string): void; clear(): void };
  /** Null in the worker. */
  marks: Marks | null;
  now(): number;
  random(): number;
  visibility: { isVisible(): boolean; onChange(listener: () => void): () => void };
  /** Fires when the browser says that the network came or went: a hint to try, never the truth (SY-18). */
  onNetworkChange(listener: () => void): () => void;
  isOnline(): boolean;
  /** True when the person asked the browser to save data. */
  saveData(): boolean;
  /** Asks for a Background Sync where it exists; does nothing elsewhere (SY-20). */
  requestBackgroundSync(): void;
}
