import type {
  Acknowledgement,
  PullCursor,
  PullRequest,
  PullResponse,
  PushAction,
  PushResponse,
  Row,
} from '../model/wire.ts';
import type { Position } from '../model/position.ts';
import type { InFlightRecord, OutboxRecord, RecordError } from './records.ts';

export type { Row };

/** The ports through which the engine has all its effects; they are injected (SY-25). */

export type Failure =
  /** No answer, or an answer that is not the server's (a captive portal). */
  | { kind: 'network' }
  /** 408, 429, a deadlock, or a 5xx that the request did not cause: try again (SY-16). */
  | { kind: 'busy'; retryAfterMs: number | null; message: string }
  /** 401: the session must be renewed; no attempt is counted. */
  | { kind: 'auth' }
  /** The server fails on this very request. */
  | { kind: 'refused'; code: string; message: string };

export type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export interface TransportPort {
  pull(request: PullRequest): Promise<Reply<PullResponse>>;
  push(actions: PushAction[]): Promise<Reply<PushResponse>>;
}

export interface SessionPort {
  /** `rejected` only when the server said so; a network failure is `unreachable` (S-5). */
  renew(): Promise<'renewed' | 'rejected' | 'unreachable'>;
}

/** The stored version of a row; `row` is null for a removed one. `token` belongs to the adapter, for compare-and-swap. */
export interface StoredRow {
  rev: number;
  row: Row | null;
  token: unknown;
}

/**
 * One write. `row`: null removes the row. `previous`: the version that was read, or null if there was none; if the stored version
 * differs by now, the write conflicts.
 */
export interface RowWrite {
  id: string;
  rev: number;
  row: Row | null;
  previous: StoredRow | null;
}

/**
 * The replica has a separate store for each generation of the cursor. A late page of an older generation, from another leader,
 * is written to a store that nobody reads (SY-8, SY-17).
 */
export interface ReplicaPort {
  /** Includes removed rows: their rev guards against a late, older page. */
  read(generation: number, table: string, ids: string[]): Promise<Map<string, StoredRow>>;
  /** Returns the ids in conflict; any other failure to store throws. */
  write(generation: number, table: string, writes: RowWrite[]): Promise<string[]>;
  has(table: string): boolean;
  /** True when nothing is stored, not even revs of removed rows, or when the store was found deleted. */
  isEmpty(generation: number): Promise<boolean>;
}

/** The position of the pull (SY-6). */
export interface Cursor {
  epoch: string | null;
  since: string;
  /** Position inside an interrupted cycle, else null. */
  after: PullCursor | null;
  /** Floor of the first page of the interrupted cycle, else null. */
  floor: string | null;
  /** The generation of the replica; rises by one with each rebuild (SY-8). */
  generation: number;
  /**
   * The floor of the answer whose rows began this generation, null while it is empty. Rows that were gone before it cannot be
   * here (G-7).
   */
  filledFrom: string | null;
  /** A whole cycle has ended since the replica was last empty. */
  complete: boolean;
  /** Marks of the pages and digests that the replica was built from, except those that a later mark replaces (SY-8). */
  marks: string[];
  /** The number of the last digest whose counts are stored (G-3), or null before the first page. */
  counts: number | null;
  /** Where the shelf ends in Explore's order (SY-36); null while all of Explore is on it. */
  shelfEnd: Position | null;
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
};

/** What the stores have to know of an answer before they take its rows. */
export interface Adopted {
  generation: number;
  epoch: string;
  mark: string | null;
  /** `filledFrom` of the request. */
  filledFrom: string | null;
  /** The answer's floor, which becomes `filledFrom` if that is null; null for a digest, which begins no replica. */
  floor: string | null;
}

/** Actions to ask the server about: `ids` may have taken effect; the server has answered those in `answered`. */
export interface Awaiting {
  ids: string[];
  answered: string[];
}

export interface OutboxPort {
  /** In one transaction, marks as in flight the actions that `sendable` chooses, and returns them. */
  claim(now: number, limit: number): Promise<InFlightRecord[]>;
  /** Returns a batch to the queue without counting a failure. */
  release(ids: string[]): Promise<void>;
  /**
   * Returns actions without a result, or postponed ones, to the queue, and counts a failure. `why`: the server's reason for
   * postponing them.
   */
  postpone(ids: string[], nextAt: number, why?: RecordError): Promise<void>;
  /** Records a failure of an action that was sent alone; the 8th sets it aside (SY-16). */
  failAlone(id: string, nextAt: number, error: RecordError): Promise<void>;
  /**
   * Stores the results of a push: `applied` becomes answered, `rejected` becomes dead with its dependents. Ignores unknown ids.
   * Returns the newly refused actions.
   */
  settle(results: Acknowledgement[]): Promise<AcknowledgedRecord[]>;
  awaiting(limit: number): Promise<Awaiting>;
  /** When the next action may be sent (`now` if one is ready), or null. */
  nextAttemptAt(now: number): Promise<number | null>;
  cursor(): Promise<Cursor>;
  /**
   * One transaction (SY-12): deletes applied actions, marks rejected ones, requeues forgotten ones, and saves the cursor with
   * its marks merged into the stored ones (`mergeMarks`). Returns null and changes nothing when the stored cursor is of another
   * generation.
   * @param sent the marks that the page was requested with
   */
  commit(
    cursor: Cursor,
    sent: string[],
    acks: Acknowledgement[],
    forgotten: string[],
  ): Promise<AcknowledgedRecord[] | null>;
  /**
   * Called before rows or counts are stored. Sets the epoch and `filledFrom` of the generation, once, and adds the mark to the
   * stored ones (SY-8). False when the generation is over, has another epoch, or was begun by other rows than the request
   * assumed: their removals may be missing from the answer.
   */
  adopt(answer: Adopted): Promise<boolean>;
  /**
   * Starts an empty next generation, unless another leader did, and keeps the queue (SY-8). Returns the cursor stored
   * afterwards.
   */
  startRebuild(from: Cursor): Promise<Cursor>;
  /** Sets the cursor's `counts`, unless the stored cursor has changed since it was read as `from` (G-4). */
  advanceCounts(from: Cursor, counts: number): Promise<void>;
}

export interface AcknowledgedRecord {
  record: OutboxRecord;
  ack: Acknowledgement;
}

export interface EnginePorts {
  transport: TransportPort;
  session: SessionPort;
  replica: ReplicaPort;
  outbox: OutboxPort;
  tables: readonly string[];
  now(): number;
  random(): number;
  /** Calls back once after `ms`; returns the function that cancels it. */
  timer(ms: number, callback: () => void): () => void;
  /** Pauses between the pages of a long pull, so that the interface can draw (SY-23). */
  breathe(): Promise<void>;
  report: EngineReport;
}

/** Reports of the engine while it works. Every call is synchronous and must not throw. */
export interface EngineReport {
  busy(since: number | null): void;
  network(state: 'online' | 'offline'): void;
  pulled(at: number): void;
  acknowledged(records: AcknowledgedRecord[]): void;
  /** `evicted`: the browser deleted the replica, which is fetched again. */
  storage(state: 'ok' | 'full' | 'unavailable' | 'evicted'): void;
  updateRequired(): void;
}
