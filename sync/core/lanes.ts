import { isDelayRunning } from './retry.ts';
import type { NewRecord, OutboxRecord } from './records.ts';

/** An action that has failed this often as the only one of its request is set aside, and its lane goes on (SY-16). */
export const ALONE_LIMIT = 8;

/**
 * The actions to send now, oldest first, at most `limit` (SY-15). Lanes are FIFO: an action that cannot be sent yet blocks the
 * rest of its own lane only. An action that has failed alone is sent alone again, so that it cannot fail a batch.
 */
export function sendable(records: readonly OutboxRecord[], now: number, limit: number): OutboxRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const blocked = new Set<string>();
  const setAside = new Set<string>();
  const batch: OutboxRecord[] = [];
  for (const record of [...records].sort((a, b) => a.seq - b.seq)) {
    // An action is set aside with the one it depends on, and its own lane goes on.
    const { state } = record;
    if (state.kind === 'held' || record.deps.some((id) => setAside.has(id))) setAside.add(record.id);
    if (isDone(record) || setAside.has(record.id) || blocked.has(record.lane)) continue;
    if (waitsUntil(record, now) !== null || hasPendingDependency(record, byId)) {
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

/** When an action may be sent again (ms since the epoch); null when no delay is running. */
export function waitsUntil({ state }: OutboxRecord, now: number): number | null {
  return state.kind === 'retrying' && isDelayRunning(state.next_at, now) ? state.next_at : null;
}

/**
 * A dependency that has left the queue delays nothing; one in the queue must be answered first. Nothing waits for a dead
 * dependency: when its dependent is tried again, the server says what is missing.
 */
function hasPendingDependency(record: OutboxRecord, byId: ReadonlyMap<string, OutboxRecord>): boolean {
  return record.deps.some((id) => {
    const dependency = byId.get(id);
    return dependency !== undefined && !isDone(dependency);
  });
}

/** Whether the action is answered or dead. It is sent again only if a restored server forgot it (SY-8) or the person retries it. */
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
 * The queued record of the same lane and kind that the new one replaces, or null (SY-15). A record that was sent is never
 * replaced: the server may have stored it under its id.
 */
export function replaced(records: readonly OutboxRecord[], incoming: NewRecord): OutboxRecord | null {
  const last = records.filter((record) => record.lane === incoming.lane).at(-1);
  if (last?.state.kind !== 'queued' || last.kind !== incoming.kind) return null;
  return last;
}
