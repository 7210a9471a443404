import { DEPENDENCY_REFUSED } from '../model/dependency-refused.ts';
import type { Acknowledgement } from '../model/wire.ts';
import { ALONE_LIMIT, dependents, replacedRecord, sendable, waitsUntil } from './lanes.ts';
import type { AcknowledgedRecord, Awaiting } from './ports.ts';
import {
  isWaiting,
  mayHaveEffect,
  newRecord,
  noFailures,
  type DelayDetails,
  type Failures,
  type InFlightRecord,
  type NewRecord,
  type OutboxRecord,
  type RecordError,
} from './records.ts';

/** A change of the queue, computed by a pure function. A store applies it in one transaction. */
export interface QueueEdit<T> {
  put: OutboxRecord[];
  remove: OutboxRecord[];
  /** In the order in which they are queued. */
  add: NewRecord[];
  result: T;
}

type Records = readonly OutboxRecord[];

function edit<T>(result: T, change: Partial<Omit<QueueEdit<T>, 'result'>> = {}): QueueEdit<T> {
  return { put: [], remove: [], add: [], ...change, result };
}

/** Queues an action. The same id twice is one action (SY-9). @param replaces whether it replaces a queued one of its lane and kind (SY-15) */
export function addRecord(records: Records, record: NewRecord, replaces: boolean): QueueEdit<string> {
  if (records.some(({ id }) => id === record.id)) return edit(record.id);
  const older = replaces ? replacedRecord(records, record) : null;
  return edit(record.id, { add: [record], remove: older ? [older] : [] });
}

/**
 * Marks the actions to send as in flight. Unsent ones are upcast (SY-21); a sent one keeps its payload, because with another payload it would
 * be another request (SY-9). @param endsBusyDelays whether to first end the delays with `may_hasten`
 */
export function claim(
  records: Records,
  now: number,
  limit: number,
  upcast: (record: OutboxRecord) => { v: number; payload: Record<string, unknown> },
  endsBusyDelays = false,
): QueueEdit<InFlightRecord[]> {
  const due = endsBusyDelays ? endBusyDelays(records, now) : records;
  const claimed = sendable(due, now, limit).map((record): InFlightRecord => {
    const { state } = record;
    const form = state.kind === 'queued' ? upcast(record) : {};
    const failures = 'failures' in state ? state.failures : noFailures;
    return { ...record, ...form, state: { kind: 'in_flight', failures } };
  });
  const undelayed = due.filter((record, at) => record !== records[at] && !claimed.some(({ id }) => id === record.id));
  return edit(claimed, { put: [...claimed, ...undelayed] });
}

/** Ends the delays after a busy server that named no time, and no other delays (SY-16). */
function endBusyDelays(records: Records, now: number): Records {
  return records.map((record) => {
    const { state } = record;
    const isDelayed = state.kind === 'retrying' && state.may_hasten && waitsUntil(record, now) !== null;
    return isDelayed ? retrying(record, state.failures, 0) : record;
  });
}

/** Returns actions to the queue without counting a failure (SY-16). */
export function release(records: Records, ids: string[]): QueueEdit<void> {
  return edit(undefined, {
    put: inFlight(records, ids).map((record) => retrying(record, record.state.failures, 0)),
  });
}

/** Returns actions to the queue until `nextAt`, and counts a failure. */
export function postpone(records: Records, ids: string[], nextAt: number, details?: DelayDetails): QueueEdit<void> {
  return edit(undefined, {
    put: inFlight(records, ids).map((record) => {
      const { all, alone } = record.state.failures;
      return retrying(record, { all: all + 1, alone }, nextAt, details);
    }),
  });
}

/** As `postpone`, for an action that was sent alone. Its last allowed failure sets it aside (SY-16). */
export function failAlone(records: Records, id: string, nextAt: number, error: RecordError): QueueEdit<void> {
  return edit(undefined, {
    put: inFlight(records, [id]).map((record) => {
      const { all, alone } = record.state.failures;
      if (alone + 1 >= ALONE_LIMIT) return { ...record, state: { kind: 'held', error } };
      return retrying(record, { all: all + 1, alone: alone + 1 }, nextAt);
    }),
  });
}

/** Stores the results of a push (SY-13). @returns the refused actions */
export function settle(records: Records, results: readonly Acknowledgement[]): QueueEdit<AcknowledgedRecord[]> {
  return applyAcknowledgements(records, results, (record) => ({ ...record, state: { kind: 'answered' } }));
}

/** Closes the acknowledged actions. Those that a restored server has forgotten are sent again under the same id (SY-8). */
export function acknowledge(
  records: Records,
  acks: readonly Acknowledgement[],
  forgotten: readonly string[],
): QueueEdit<AcknowledgedRecord[]> {
  const closed = applyAcknowledgements(records, acks, () => null);
  const lost = new Set(forgotten);
  const reopened = records
    .filter((record) => record.state.kind === 'answered' && lost.has(record.id))
    .map((record) => retrying(record, noFailures, 0));
  return { ...closed, put: [...reopened, ...closed.put] };
}

/**
 * Makes refused actions and their dependents dead. @param onApplied the new record of an applied action; null removes it and returns it as
 * acknowledged
 */
function applyAcknowledgements(
  records: Records,
  acks: readonly Acknowledgement[],
  onApplied: (record: OutboxRecord) => OutboxRecord | null,
): QueueEdit<AcknowledgedRecord[]> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const put = new Map<string, OutboxRecord>();
  const remove = new Map<string, OutboxRecord>();
  const acknowledged: AcknowledgedRecord[] = [];
  for (const ack of acks) {
    const record = byId.get(ack.id);
    if (!record || !isWaiting(record)) continue;
    if (ack.status === 'rejected') {
      const error = refusal(ack);
      put.set(record.id, { ...record, state: { kind: 'dead', error } });
      for (const dependent of dependents(records, record.id).filter(isWaiting)) {
        const state = { kind: 'dead', error: { code: DEPENDENCY_REFUSED, message: error.message } } as const;
        put.set(dependent.id, { ...dependent, state });
      }
      acknowledged.push({ record, ack });
      continue;
    }
    const next = onApplied(record);
    if (next) {
      put.set(record.id, next);
    } else {
      remove.set(record.id, record);
      acknowledged.push({ record, ack });
    }
  }
  // An applied action leaves the queue even if its dependency was refused.
  return edit(acknowledged, {
    put: [...put.values()].filter((record) => !remove.has(record.id)),
    remove: [...remove.values()],
  });
}

/** The sent actions whose acknowledgement a pull asks for (SY-5). */
export function awaiting(records: Records, limit: number): Awaiting {
  const sent = records.filter(mayHaveEffect).slice(0, limit);
  return {
    ids: sent.map((record) => record.id),
    answered: sent.filter((record) => record.state.kind === 'answered').map((record) => record.id),
  };
}

/** When to send next, in ms since the epoch: `now` if an action is ready; null if no delay is running. */
export function nextAttemptAt(records: Records, now: number): number | null {
  if (sendable(records, now, 1).length > 0) return now;
  const later = records.flatMap((record) => waitsUntil(record, now) ?? []);
  return later.length === 0 ? null : Math.min(...later);
}

/**
 * Queues a dead or held action again. A dead one gets a fresh id: the server has stored the refusal under the old id (SY-9). The dependents
 * that were refused with it are queued behind it, under fresh ids too: in front of it in its lane, they would wait for it for ever.
 */
export function requeue(records: Records, id: string, freshId: () => string): QueueEdit<void> {
  const record = records.find((candidate) => candidate.id === id);
  if (record?.state.kind === 'held') return edit(undefined, { put: [retrying(record, noFailures, 0)] });
  if (record?.state.kind !== 'dead') return edit(undefined);
  const remove = [
    record,
    ...dependents(records, id)
      .filter(diedWithDependency)
      .sort((a, b) => a.seq - b.seq),
  ];
  const freshIds = new Map(remove.map((removed) => [removed.id, freshId()]));
  const withFreshDeps = <R extends { deps: string[] }>(dependent: R): R => ({
    ...dependent,
    deps: dependent.deps.map((dep) => freshIds.get(dep) ?? dep),
  });
  return edit(undefined, {
    // These were refused for a reason of their own, and wait for the fresh ids if the person retries them.
    put: records
      .filter(
        ({ id, state, deps }) => state.kind === 'dead' && !freshIds.has(id) && deps.some((dep) => freshIds.has(dep)),
      )
      .map(withFreshDeps),
    remove,
    add: remove.map((removed) => {
      const { seq: _, ...rest } = withFreshDeps(removed);
      return newRecord({ ...rest, id: freshIds.get(removed.id) ?? '' });
    }),
  });
}

function diedWithDependency({ state }: OutboxRecord): boolean {
  return state.kind === 'dead' && state.error.code === DEPENDENCY_REFUSED;
}

function refusal(ack: Acknowledgement): RecordError {
  const { code, message } = ack.result;
  return {
    code: typeof code === 'string' ? code : 'rejected',
    message: typeof message === 'string' ? message : '',
  };
}

function retrying(record: OutboxRecord, failures: Failures, nextAt: number, details: DelayDetails = {}): OutboxRecord {
  return { ...record, state: { kind: 'retrying', failures, next_at: nextAt, ...details } };
}

/** Those of `ids` that are still in flight. The others were answered meanwhile, or released by another page. */
function inFlight(records: Records, ids: string[]): InFlightRecord[] {
  const wanted = new Set(ids);
  return records.filter(isInFlight).filter((record) => wanted.has(record.id));
}

function isInFlight(record: OutboxRecord): record is InFlightRecord {
  return record.state.kind === 'in_flight';
}
