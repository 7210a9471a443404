/**
 * One action as it rests in the outbox (SY-14). States: `queued` waits to be sent; `in_flight` was handed to a request;
 * `held` was set aside after failing alone; `dead` was refused by the server.
 */
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
  /** Ids of actions that must be applied before this one is sent. */
  deps: string[];
  /** Milliseconds since the epoch. */
  created_at: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurred_at: string;
  attempts: number;
  /** Not sent before this time (ms since epoch). */
  next_at: number;
  state: 'queued' | 'in_flight' | 'held' | 'dead';
  error: { code: string; message: string } | null;
  /** A request that carried it has left the device: its payload may have been seen and never changes again (SY-15). */
  sent: boolean;
  /** The server said `applied`; it stays for the overlay until a pull acknowledges it (SY-13). */
  answered: boolean;
  /** Failures while it was the only action of its request (SY-16). */
  alone_failures: number;
}

/** What an action adds to a queue; the outbox chooses `seq`. */
export type NewRecord = Omit<OutboxRecord, 'seq'>;

/** A fresh record in its first state. */
export function newRecord(
  fields: Pick<
    OutboxRecord,
    'id' | 'user_id' | 'device_id' | 'lane' | 'kind' | 'v' | 'payload' | 'deps' | 'created_at' | 'occurred_at'
  >,
): NewRecord {
  return {
    ...fields,
    attempts: 0,
    next_at: 0,
    state: 'queued',
    error: null,
    sent: false,
    answered: false,
    alone_failures: 0,
  };
}

/** True while the server has not finished with the action, so that it belongs in the overlay and in a warning at sign-out. */
export function isWaiting(record: OutboxRecord): boolean {
  return record.state !== 'dead';
}
