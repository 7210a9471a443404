import type {
  Acknowledgement,
  PullCursor,
  PullRequest,
  PullResponse,
  PushAction,
  PushResponse,
  Row,
} from '../model/wire.ts';
import type { InFlightRecord, OutboxRecord, RecordError } from './records.ts';

export type { Row };

/** Every effect of the engine, injected (SY-25). */

export type Failure =
  /** No answer, or an answer that is not the server's (a captive portal). */
  | { kind: 'network' }
  /** 408, 429, 5xx without a reason of the request's own, deadlock: try again (SY-16). */
  | { kind: 'busy'; retryAfterMs: number | null; message: string }
  /** 401: the session must be renewed; no attempt is counted. */
  | { kind: 'auth' }
  /** The server cannot digest this request. */
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

/** What the replica holds under an id, removals included. `token` is the adapter's, for compare-and-swap. */
export interface StoredRow {
  rev: number;
  token: unknown;
}

/** One write: `row` null removes. `previous` is what was read; a write over something else is a conflict. */
export interface RowWrite {
  id: string;
  rev: number;
  row: Row | null;
  previous: StoredRow | null;
}

/**
 * The replica is one store for each generation of the cursor: a page of an older generation that arrives late, from another
 * leader, lands in a store that nobody reads any more (SY-8, SY-17).
 */
export interface ReplicaPort {
  /** Removed rows are part of the answer: their rev guards against a late old page. */
  read(generation: number, table: string, ids: string[]): Promise<Map<string, StoredRow>>;
  /** Returns the ids in conflict; any other failure to store throws. */
  write(generation: number, table: string, writes: RowWrite[]): Promise<string[]>;
  has(table: string): boolean;
  /** True when nothing is stored, not even what is kept of removed rows, or nothing was when it was found taken away. */
  isEmpty(generation: number): Promise<boolean>;
}

/** Where the pull stands (SY-6). */
export interface Cursor {
  epoch: string | null;
  since: string;
  /** Position inside a cycle that was broken off, else null. */
  after: PullCursor | null;
  /** Floor of the first page of that cycle. */
  floor: string | null;
  /** Which of the device's replicas it speaks of; rises with each rebuild (SY-8). */
  generation: number;
  /** A whole cycle has ended since the replica was last empty. */
  complete: boolean;
  /** Marks of the pages that the replica was built from, as far as no later mark covers them (SY-8). */
  marks: string[];
}

export const firstCursor: Cursor = {
  epoch: null,
  since: '0',
  after: null,
  floor: null,
  generation: 0,
  complete: false,
  marks: [],
};

/** What to ask the server about: the ids of all that may have taken effect, and those of them that it has answered. */
export interface Awaiting {
  ids: string[];
  answered: string[];
}

export interface OutboxPort {
  /** Marks what `sendable` chooses as in flight, in one transaction, and returns it. */
  claim(now: number, limit: number): Promise<InFlightRecord[]>;
  /** Takes a batch back without counting a failure. */
  release(ids: string[]): Promise<void>;
  /** Takes a batch back after a failure that is not its fault; `why`: the server put it off. */
  postpone(ids: string[], nextAt: number, why?: RecordError): Promise<void>;
  /** Notes a failure of an action alone; the 8th sets it aside (SY-16). */
  failAlone(id: string, nextAt: number, error: RecordError): Promise<void>;
  /**
   * Stores the results of a push: `applied` is answered, `rejected` is dead with its dependents. Unknown ids are ignored.
   * Returns what was refused just now.
   */
  settle(results: Acknowledgement[]): Promise<AcknowledgedRecord[]>;
  awaiting(limit: number): Promise<Awaiting>;
  /** When the next action may be sent (now, if one may go already), or null. */
  nextAttemptAt(now: number): Promise<number | null>;
  cursor(): Promise<Cursor>;
  /**
   * One transaction (SY-12): deletes what was acknowledged as applied, marks the rejected, opens the forgotten again, saves
   * the cursor, its marks merged with the stored ones (`mergeMarks`). Answers null, and changes nothing, when the stored generation is
   * not the cursor's.
   * @param judged the marks that the page was asked with
   */
  commit(
    cursor: Cursor,
    judged: string[],
    acks: Acknowledgement[],
    forgotten: string[],
  ): Promise<AcknowledgedRecord[] | null>;
  /**
   * Before the rows of a page are stored: settles, once for each generation, of which epoch it is, since only pages of that one may
   * be stored in it, and adds the page's mark to the stored ones (SY-8). False when the generation is over, or another leader settled
   * on another epoch.
   */
  adopt(generation: number, epoch: string, mark: string | null): Promise<boolean>;
  /**
   * Starts an empty next generation, unless another did, and keeps the queue (SY-8). Returns the cursor stored then.
   */
  startRebuild(from: Cursor): Promise<Cursor>;
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
  /** Calls back once after `ms`; the answer cancels. */
  timer(ms: number, callback: () => void): () => void;
  /** Rest between the pages of a long pull, so that the interface breathes (SY-23). */
  breathe(): Promise<void>;
  report: EngineReport;
}

/** What the engine tells while it works. Every call is synchronous and must not throw. */
export interface EngineReport {
  busy(since: number | null): void;
  network(state: 'online' | 'offline'): void;
  pulled(at: number): void;
  acknowledged(records: AcknowledgedRecord[]): void;
  /** `evicted`: the replica was thrown away, and is fetched anew. */
  storage(state: 'ok' | 'full' | 'unavailable' | 'evicted'): void;
  updateRequired(): void;
}
