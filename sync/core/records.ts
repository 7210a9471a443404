export interface OutboxRecord {
  /** UUID v7. With the user, the idempotency key (SY-9). */
  id: string;
  user_id: string;
  device_id: string;
  lane: string;
  /** Rises with each action of this device. */
  seq: number;
  kind: string;
  v: number;
  payload: Record<string, unknown>;
  /** Ids of actions that must be answered before this one is sent. */
  deps: string[];
  /** In ms since the epoch. */
  created_at: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurred_at: string;
  state: RecordState;
}

export type RecordState =
  /** Never sent: it may be edited or replaced. */
  | { kind: 'queued' }
  /** The server may have seen the action, so its payload never changes again (SY-15). */
  | { kind: 'in_flight'; failures: Failures }
  /**
   * Sent again unchanged from `next_at` (ms since the epoch). `why` is the server's reason, if it gave one. `may_hasten`:
   * whether the delay follows a busy server that named no time, so that the person may end it.
   */
  | { kind: 'retrying'; failures: Failures; next_at: number; why?: RecordError; may_hasten?: true }
  /** The server has applied the action. The overlay shows it until a pull acknowledges it (SY-13). */
  | { kind: 'answered' }
  /** Set aside after too many failures alone (SY-16). */
  | { kind: 'held'; error: RecordError }
  /** Refused by the server, or dependent on a refused action (SY-15). */
  | { kind: 'dead'; error: RecordError };

/** Details of a delay, apart from its end. */
export type DelayDetails = Pick<Extract<RecordState, { kind: 'retrying' }>, 'why' | 'may_hasten'>;

/** Numbers of failed requests. A lost network, an ended session and a halved batch do not count (SY-16). */
export interface Failures {
  /** Includes answers that postponed the action. */
  all: number;
  /** Failures of requests with this action only. */
  alone: number;
}

export const noFailures: Failures = { all: 0, alone: 0 };

export interface RecordError {
  code: string;
  message: string;
}

export interface InFlightRecord extends OutboxRecord {
  state: Extract<RecordState, { kind: 'in_flight' }>;
}

/** The outbox chooses `seq`. */
export type NewRecord = Omit<OutboxRecord, 'seq'>;

export function newRecord(fields: Omit<NewRecord, 'state'>): NewRecord {
  return { ...fields, state: { kind: 'queued' } };
}

/** Whether the action was not refused: it then shows in the overlay, and a sign-out warns about it. */
export function isWaiting({ state }: OutboxRecord): boolean {
  return state.kind !== 'dead';
}

/** Whether the server may have applied the action already (SY-9). */
export function mayHaveEffect({ state }: OutboxRecord): boolean {
  return state.kind !== 'queued' && state.kind !== 'dead';
}
