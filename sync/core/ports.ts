import type {
  Acknowledgement,
  PullCursor,
  PullRequest,
  PullResponse,
  PushAction,
  PushResponse,
  Row,
} from '../model/wire.ts';
import type { ArtistShelfEnds, Position } from '../model/position.ts';
import type { ConversationStarts } from './conversation-starts.ts';
import type { DelayDetails, InFlightRecord, OutboxRecord, RecordError } from './records.ts';

export type { Row };

export type Failure =
  /** No answer, or an answer of another machine (a captive portal). */
  | { kind: 'network' }
  /** 408, 429, a deadlock, or a 5xx that the request did not cause (SY-16). */
  | { kind: 'busy'; retryAfterMs: number | null; message: string }
  /** 401: the session must be renewed; no attempt is counted. */
  | { kind: 'auth' }
  /** The server refuses this request, or fails because of it. */
  | { kind: 'refused'; code: string; message: string };

export type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export interface TransportPort {
  pull(request: PullRequest): Promise<Reply<PullResponse>>;
  push(actions: PushAction[]): Promise<Reply<PushResponse>>;
}

export interface SessionPort {
  /** `rejected` only if the server said so; a network failure is `unreachable` (S-5). */
  renew(): Promise<'renewed' | 'rejected' | 'unreachable'>;
}

/** `row` is null for a removed row. `token` belongs to the adapter, for compare-and-swap. */
export interface StoredRow {
  rev: number;
  row: Row | null;
  token: unknown;
}

/** `row` null removes the row. The write conflicts if the stored version is not `previous`. */
export interface RowWrite {
  id: string;
  rev: number;
  row: Row | null;
  previous: StoredRow | null;
}

/** The stored rows. Each generation has its own store: late pages of an older one go to a store that nobody reads (SY-8, SY-17). */
export interface ReplicaPort {
  /** The stored rows by id, including removed ones, whose rev guards against an older page. */
  read(generation: number, table: string, ids: string[]): Promise<Map<string, StoredRow>>;
  /** Returns the ids in conflict; other failures throw. */
  write(generation: number, table: string, writes: RowWrite[]): Promise<string[]>;
  has(table: string): boolean;
  /** Whether nothing is stored, not even revs of removed rows, or the store was deleted. */
  isEmpty(generation: number): Promise<boolean>;
}

/** Position of the pull (SY-6), and the device's notes on the replica that the pull has built. */
export interface Cursor {
  epoch: string | null;
  since: string;
  /** Position inside an interrupted cycle, else null. */
  after: PullCursor | null;
  /** Floor of the interrupted cycle's first page, else null. */
  floor: string | null;
  /** Rises with each rebuild of the replica (SY-8). */
  generation: number;
  /** Floor of the answer that began this generation; null while it is empty. No row that was removed before this floor is stored (SY-7). */
  filledFrom: string | null;
  /** Whether a cycle has ended since the replica was last empty. */
  complete: boolean;
  /** Latest marks of the answers and digests that built the replica (SY-8). */
  marks: string[];
  /** Number of the digest up to which counts are stored (G-3); null before the first page. */
  counts: number | null;
  /** End of the shelf in Explore's order (SY-36); null while all of Explore is on the shelf. */
  shelfEnd: Position | null;
  /** As `shelfEnd`, for the community's lists. */
  artistShelfEnds: ArtistShelfEnds | null;
  /** Where conversations begin on this device (SY-37); null until the first cycle of this generation has ended. */
  conversationStarts: ConversationStarts | null;
}

export const firstCursor: Cursor = {
  epoch: null,
  since: '0',
  after: null,
  floor: null,
  generation: 0,
  filledFrom: null,
  complete: false,
  marks: [],
  counts: null,
  shelfEnd: null,
  artistShelfEnds: null,
  conversationStarts: null,
};

/** Completes a stored cursor: one of an earlier version lacks fields. */
export function readCursor(stored: Partial<Cursor> | undefined): Cursor {
  // '0' makes the server report every removal. Earlier versions of the app have pulled all messages, so each conversation is held whole.
  const earlier = stored?.epoch ? { filledFrom: '0', conversationStarts: {} } : {};
  return { ...firstCursor, ...earlier, ...stored };
}

/** What `adopt` adds to the cursor; `generation` and `filledFrom` are those of the request. */
export interface Adopted {
  generation: number;
  epoch: string;
  mark: string | null;
  filledFrom: string | null;
  /** The answer's floor; null for a digest, which begins no replica. */
  floor: string | null;
}

/** Sent actions that no pull has acknowledged: `ids` may have taken effect; of these, the server has applied `answered`. */
export interface Awaiting {
  ids: string[];
  answered: string[];
}

export interface OutboxPort {
  /**
   * Marks the actions that `sendable` chooses as in flight, in one transaction. @param endsBusyDelays whether it first ends the delays with
   * `may_hasten`, because the person asks or the server may be ready again
   */
  claim(now: number, limit: number, endsBusyDelays?: boolean): Promise<InFlightRecord[]>;
  /** Returns actions to the queue without counting a failure. */
  release(ids: string[]): Promise<void>;
  /** Returns actions to the queue and counts a failure. */
  postpone(ids: string[], nextAt: number, details?: DelayDetails): Promise<void>;
  /** Records a failure of an action that was sent alone; the 8th sets it aside (SY-16). */
  failAlone(id: string, nextAt: number, error: RecordError): Promise<void>;
  /** `applied` becomes answered; `rejected` becomes dead, with its dependents. Returns the newly refused actions, not the dependents. */
  settle(results: Acknowledgement[]): Promise<AcknowledgedRecord[]>;
  awaiting(limit: number): Promise<Awaiting>;
  /** When to send next, in ms since the epoch: `now` if an action is ready; null if no delay is running. */
  nextAttemptAt(now: number): Promise<number | null>;
  cursor(): Promise<Cursor>;
  /**
   * Stores a page's acknowledgements and the cursor in one transaction (SY-12). Null, with nothing changed, if the stored cursor is of
   * another generation. @param sent marks of the request @param forgotten answered actions that the server does not know
   */
  commit(
    cursor: Cursor,
    sent: string[],
    acks: Acknowledgement[],
    forgotten: string[],
  ): Promise<AcknowledgedRecord[] | null>;
  /** Stores an answer's epoch, floor and mark before its rows or counts (SY-8). Returns whether its rows and counts may be stored. */
  adopt(answer: Adopted): Promise<boolean>;
  /** Starts an empty generation, unless another leader did (SY-8). The queue stays. Returns the stored cursor. */
  startRebuild(from: Cursor): Promise<Cursor>;
  /**
   * Changes where conversations begin. Returns the stored starts; null, with nothing changed, if the stored cursor is of another generation, or
   * if the first cycle has not ended.
   */
  changeStarts(
    generation: number,
    change: (starts: ConversationStarts) => ConversationStarts,
  ): Promise<ConversationStarts | null>;
  /** Sets the cursor's `counts`, unless the stored cursor is no longer `from` (G-4). */
  advanceCounts(from: Cursor, counts: number): Promise<void>;
}

export interface AcknowledgedRecord {
  record: OutboxRecord;
  ack: Acknowledgement;
}

/** All effects of the engine, injected (SY-25). */
export interface EnginePorts {
  transport: TransportPort;
  session: SessionPort;
  replica: ReplicaPort;
  outbox: OutboxPort;
  tables: readonly string[];
  now(): number;
  random(): number;
  timer(ms: number, callback: () => void): () => void;
  /** Pauses between pages, so that the interface can draw (SY-23). */
  pauseBetweenPages(): Promise<void>;
  report: EngineReport;
}

/** Receives the engine's reports. The methods are synchronous and must not throw. */
export interface EngineReport {
  /** @param since begin of the turn, in ms since the epoch; null at its end */
  busy(since: number | null): void;
  network(state: 'online' | 'offline'): void;
  /** A cycle has ended. @param at in ms since the epoch */
  pulled(at: number): void;
  acknowledged(records: AcknowledgedRecord[]): void;
  /** `evicted`: the browser deleted the replica, which is fetched again. */
  storage(state: 'ok' | 'full' | 'unavailable' | 'evicted'): void;
  updateRequired(): void;
}
