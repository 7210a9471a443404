/** One action as the outbox stores it (SY-14). */
export interface OutboxRecord {
  /** UUID v7: the idempotency key together with the user (SY-9). */
  id: string;
  user_id: string;
  device_id: string;
  lane: string;
  /** Rises with each action of this device; the order inside a lane. */
  seq: number;
  kind: string;
  v: number;
  payload: Record<string, unknown>;
  /** Ids of actions that must be answered before this one is sent. */
  deps: string[];
  /** Milliseconds since the epoch. */
  created_at: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurred_at: string;
  state: RecordState;
}

/** The progress of an action. */
export type RecordState =
  /** Only this device has seen it: it may still be edited or replaced. */
  | { kind: 'queued' }
  /** A request carries it. From here on the server may have seen it, so its payload never changes again (SY-15). */
  | { kind: 'in_flight'; failures: Failures }
  /**
   * It will be sent again unchanged, from `next_at` on (ms since the epoch), because it has no result or the server
   * postponed it. `why` is the server's reason, if it gave one.
   */
  | { kind: 'retrying'; failures: Failures; next_at: number; why?: RecordError }
  /** The server said `applied`; it stays for the overlay until a pull acknowledges it (SY-13). */
  | { kind: 'answered' }
  /** Set aside after failing alone too often (SY-16). It was never answered. */
  | { kind: 'held'; error: RecordError }
  /** The server refused it, or an action that it depends on. */
  | { kind: 'dead'; error: RecordError };

/**
 * How often the server was busy, postponed the action, left it out of its answer, or failed on it. A lost network, an ended
 * session and a batch that is halved do not count (SY-16).
 */
export interface Failures {
  all: number;
  /** How often the server failed on a request that carried this action only. */
  alone: number;
}

export const noFailures: Failures = { all: 0, alone: 0 };

export interface RecordError {
  code: string;
  message: string;
}

/** An action that a request carries. */
export interface InFlightRecord extends OutboxRecord {
  state: Extract<RecordState, { kind: 'in_flight' }>;
}

/** A record before it is queued; the outbox chooses `seq`. */
export type NewRecord = Omit<OutboxRecord, 'seq'>;

/** A fresh record in its first state. */
export function newRecord(fields: Omit<NewRecord, 'state'>): NewRecord {
  return { ...fields, state: { kind: 'queued' } };
}

/** True while the action is not dead: it shows in the overlay, and sign-out warns about it. */
export function isWaiting({ state }: OutboxRecord): boolean {
  return state.kind !== 'dead';
}

/** True when the server may have seen the action and has not refused it: it may have taken effect already (SY-9). */
export function mayHaveEffect({ state }: OutboxRecord): boolean {
  return state.kind !== 'queued' && state.kind !== 'dead';
}
