import type { Acknowledgement } from '../model/wire.ts';
import { ALONE_LIMIT, dependents, replaced, sendable } from './lanes.ts';
import type { AcknowledgedRecord, Awaiting } from './ports.ts';
import { isWaitOn } from './retry.ts';
import type { NewRecord, OutboxRecord } from './records.ts';

/**
 * The queue's rules as pure functions over its records in the order of `seq`. A store reads all, applies one edit and writes
 * it, in one transaction; queues are short.
 */
export interface QueueEdit<T> {
  put: OutboxRecord[];
  remove: OutboxRecord[];
  add: NewRecord | null;
  result: T;
}

type Records = readonly OutboxRecord[];

function edit<T>(result: T, change: Partial<Omit<QueueEdit<T>, 'result'>> = {}): QueueEdit<T> {
  return { put: [], remove: [], add: null, ...change, result };
}

/** Queues an action; the same id twice is one action, and a vote takes the place of the one before it (SY-15). */
export function addRecord(records: Records, record: NewRecord): QueueEdit<string> {
  if (records.some((one) => one.id === record.id)) return edit(record.id);
  const older = replaced(records, record);
  return edit(record.id, { add: record, remove: older ? [older] : [] });
}

/**
 * Takes what may be sent now, marked as in flight. What was never sent is lifted to the form this app speaks (SY-21); what
 * was keeps the form in which the server may have stored it: another form is another request (SY-9).
 */
export function claim(
  records: Records,
  now: number,
  limit: number,
  lift: (record: OutboxRecord) => { v: number; payload: Record<string, unknown> },
): QueueEdit<OutboxRecord[]> {
  const claimed = sendable(records, now, limit).map((record): OutboxRecord => {
    const form = record.sent ? {} : lift(record);
    return { ...record, ...form, state: 'in_flight', sent: true };
  });
  return edit(claimed, { put: claimed });
}

/** Takes a batch back without counting an attempt. */
export function release(records: Records, ids: string[]): QueueEdit<void> {
  return edit(undefined, { put: unanswered(records, ids).map((record) => ({ ...record, state: 'queued' })) });
}

/** Takes a batch back after a failure that is not its fault. */
export function postpone(records: Records, ids: string[], nextAt: number): QueueEdit<void> {
  return edit(undefined, {
    put: unanswered(records, ids).map((record) => ({
      ...record,
      state: 'queued',
      attempts: record.attempts + 1,
      next_at: nextAt,
    })),
  });
}

/** Notes a failure of an action alone; the last that is allowed sets it aside (SY-16). */
export function failAlone(
  records: Records,
  id: string,
  nextAt: number,
  error: { code: string; message: string },
): QueueEdit<void> {
  return edit(undefined, {
    put: unanswered(records, [id]).map((record) => ({
      ...record,
      state: record.alone_failures + 1 >= ALONE_LIMIT ? 'held' : 'queued',
      attempts: record.attempts + 1,
      alone_failures: record.alone_failures + 1,
      next_at: nextAt,
      error,
    })),
  });
}

/** The results of a push: `applied` waits for the pull (SY-13), `rejected` is dead at once. Answers the refused. */
export function settle(records: Records, results: readonly Acknowledgement[]): QueueEdit<AcknowledgedRecord[]> {
  return close(records, results, (record) => ({
    put: { ...record, state: 'in_flight', answered: true, error: null },
    isTold: false,
  }));
}

/**
 * What a pull acknowledges: `applied` leaves the queue and so the overlay, `rejected` is dead. Answers both. What the server
 * has forgotten (a restore) although it had answered is sent again under the same id (SY-8).
 */
export function acknowledge(
  records: Records,
  acks: readonly Acknowledgement[],
  forgotten: readonly string[],
): QueueEdit<AcknowledgedRecord[]> {
  const closed = close(records, acks, () => ({ put: null, isTold: true }));
  const lost = new Set(forgotten);
  const reopened = records
    .filter((record) => record.answered && record.state === 'in_flight' && lost.has(record.id))
    .map((record): OutboxRecord => ({ ...record, state: 'queued', answered: false }));
  return { ...closed, put: [...reopened, ...closed.put] };
}

function close(
  records: Records,
  acks: readonly Acknowledgement[],
  onApplied: (record: OutboxRecord) => { put: OutboxRecord | null; isTold: boolean },
): QueueEdit<AcknowledgedRecord[]> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const put = new Map<string, OutboxRecord>();
  const remove = new Map<string, OutboxRecord>();
  const told: AcknowledgedRecord[] = [];
  for (const ack of acks) {
    const record = byId.get(ack.id);
    if (!record || record.state === 'dead') continue;
    if (ack.status === 'rejected') {
      const error = refusal(ack);
      put.set(record.id, { ...record, state: 'dead', answered: false, error });
      for (const id of dependents(records, record.id)) {
        const dependent = byId.get(id);
        if (!dependent || dependent.state === 'dead') continue;
        put.set(id, { ...dependent, state: 'dead', error: { code: 'dependency', message: error.message } });
      }
      told.push({ record, ack });
      continue;
    }
    const next = onApplied(record);
    if (next.put) put.set(record.id, next.put);
    else remove.set(record.id, record);
    if (next.isTold) told.push({ record, ack });
  }
  // What the server applied is done, whatever it says of what that depends on.
  return edit(told, {
    put: [...put.values()].filter((record) => !remove.has(record.id)),
    remove: [...remove.values()],
  });
}

/** What to ask the server about: everything that was sent and is not dead, oldest first, and what of it was answered. */
export function awaiting(records: Records, limit: number): Awaiting {
  const sent = records.filter((record) => record.sent && record.state !== 'dead').slice(0, limit);
  return {
    ids: sent.map((record) => record.id),
    answered: sent.filter((record) => record.answered).map((record) => record.id),
  };
}

/** When the next action may be sent: now, if one may go already; null when none waits for a time. */
export function nextAttemptAt(records: Records, now: number): number | null {
  if (sendable(records, now, 1).length > 0) return now;
  const later = records.filter((record) => record.state === 'queued' && isWaitOn(record.next_at, now));
  return later.length === 0 ? null : Math.min(...later.map((record) => record.next_at));
}

/**
 * Queues a dead or held action again. A refusal is stored on the server under the action's id for ever (SY-9), so a dead one
 * gets a fresh id; what was set aside was never answered and keeps its own.
 */
export function requeue(records: Records, id: string, freshId: string): QueueEdit<void> {
  const record = records.find((one) => one.id === id);
  if (!record || (record.state !== 'dead' && record.state !== 'held')) return edit(undefined);
  const again = { ...record, state: 'queued', error: null, next_at: 0, alone_failures: 0 } as const;
  if (record.state === 'held') return edit(undefined, { put: [again] });
  const { seq, ...rest } = again;
  void seq;
  // What died with it waits for it under its new id, should it be tried again too. One that was tried again before is in front
  // of it in the lane, and would wait for ever.
  const renamed = records
    .filter((one) => one.state === 'dead' && one.deps.includes(id))
    .map((one) => ({ ...one, deps: one.deps.map((dep) => (dep === id ? freshId : dep)) }));
  return edit(undefined, {
    put: renamed,
    remove: [record],
    add: { ...rest, id: freshId, attempts: 0, sent: false, answered: false },
  });
}

/** The words of a refusal, whatever shape the server gave them. */
export function refusal(ack: Acknowledgement): { code: string; message: string } {
  const { code, message } = ack.result;
  return {
    code: typeof code === 'string' ? code : 'rejected',
    message: typeof message === 'string' ? message : '',
  };
}

function unanswered(records: Records, ids: string[]): OutboxRecord[] {
  const wanted = new Set(ids);
  return records.filter((record) => wanted.has(record.id) && record.state === 'in_flight' && !record.answered);
}
