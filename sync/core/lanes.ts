import { isWaitOn } from './retry.ts';
import type { NewRecord, OutboxRecord } from './records.ts';

/** Failures alone after which an action is set aside and its lane goes on (SY-16). */
export const ALONE_LIMIT = 8;

/**
 * The actions to send now, oldest first, at most `limit` (SY-15). Lanes are FIFO: what cannot go yet holds back everything
 * behind it in its lane and nothing elsewhere. An action that has failed alone travels alone again, so that it cannot
 * spoil a batch.
 */
export function sendable(records: readonly OutboxRecord[], now: number, limit: number): OutboxRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const blocked = new Set<string>();
  const aside = new Set<string>();
  const batch: OutboxRecord[] = [];
  for (const record of [...records].sort((a, b) => a.seq - b.seq)) {
    // What depends on an action that was set aside is set aside with it, and its own lane goes on.
    const { state } = record;
    if (state.kind === 'held' || record.deps.some((id) => aside.has(id))) aside.add(record.id);
    if (isDone(record) || aside.has(record.id) || blocked.has(record.lane)) continue;
    if (waitsUntil(record, now) !== null || waitsForAnother(record, byId)) {
      blocked.add(record.lane);
      continue;
    }
    if ('failures' in state && state.failures.alone > 0) {
      if (batch.length === 0) return [record];
      blocked.add(record.lane);
      continue;
    }
    batch.push(record);
    if (batch.length >= limit) break;
  }
  return batch;
}

/** When an action may be sent again (ms since the epoch); null when it waits for no time. */
export function waitsUntil({ state }: OutboxRecord, now: number): number | null {
  return state.kind === 'retrying' && isWaitOn(state.next_at, now) ? state.next_at : null;
}

/**
 * A dependency that left the queue was acknowledged as applied; one that is still there must have been answered. A dead one is
 * not waited for: who tries its dependent again is told by the server what is missing.
 */
function waitsForAnother(record: OutboxRecord, byId: ReadonlyMap<string, OutboxRecord>): boolean {
  return record.deps.some((id) => {
    const other = byId.get(id);
    return other !== undefined && !isDone(other);
  });
}

/** True when there is nothing left to send of it. */
function isDone({ state }: OutboxRecord): boolean {
  return state.kind === 'answered' || state.kind === 'dead';
}

/** Every action that depends, directly or through others, on `id` (SY-15). */
export function dependents(records: readonly OutboxRecord[], id: string): OutboxRecord[] {
  const found = new Set<OutboxRecord>();
  const follow = (id: string) => {
    for (const record of records) {
      if (found.has(record) || !record.deps.includes(id)) continue;
      found.add(record);
      follow(record.id);
    }
  };
  follow(id);
  return [...found];
}

/**
 * The queued record of the same lane and kind that a newer wish takes the place of, or null (SY-15). What was sent may have been
 * seen by the server under its id, so it is never replaced.
 */
export function replaced(records: readonly OutboxRecord[], incoming: NewRecord): OutboxRecord | null {
  const last = records.filter((record) => record.lane === incoming.lane).at(-1);
  if (last?.state.kind !== 'queued' || last.kind !== incoming.kind) return null;
  return last;
}
