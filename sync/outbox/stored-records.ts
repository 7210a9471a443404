import type { OutboxRecord, RecordError, RecordState } from '../core/records.ts';

/** In the first version, `state` was a string beside flags. The flags are missing if that version rewrote a record of the current form. */
export interface OldRecord extends Omit<OutboxRecord, 'state'> {
  state: 'queued' | 'in_flight' | 'held' | 'dead';
  error?: RecordError | null;
  sent?: boolean;
  answered?: boolean;
  attempts?: number;
  next_at?: number;
  alone_failures?: number;
}

/** Converts a record of the first version. Runs on every read: a page of that version may still be open and write such records (SY-21). */
export function upgradeRecord(stored: OutboxRecord | OldRecord): OutboxRecord {
  if (!isOld(stored)) return stored;
  const { id, user_id, device_id, lane, seq, kind, v, payload, deps, created_at, occurred_at } = stored;
  const state = upgradeState(stored);
  return { id, user_id, device_id, lane, seq, kind, v, payload, deps, created_at, occurred_at, state };
}

function isOld(stored: OutboxRecord | OldRecord): stored is OldRecord {
  return typeof stored.state === 'string';
}

function upgradeState(old: OldRecord): RecordState {
  const error = old.error ?? { code: '', message: '' };
  if (old.state === 'dead' || old.state === 'held') return { kind: old.state, error };
  if (old.answered) return { kind: 'answered' };
  if (!old.sent) return { kind: 'queued' };
  const failures = { all: old.attempts ?? 0, alone: old.alone_failures ?? 0 };
  return old.state === 'in_flight'
    ? { kind: 'in_flight', failures }
    : { kind: 'retrying', failures, next_at: old.next_at ?? 0 };
}
