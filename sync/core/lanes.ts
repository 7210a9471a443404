import { isDelayRunning } from './retry.ts';
import type { NewRecord, OutboxRecord } from './records.ts';

/** An action is set aside, and its lane continues, after so many failures of requests that contained it alone (SY-16). */
export const ALONE_LIMIT = 8;

/**
 * Actions to send now, oldest first (SY-15). A waiting action blocks only its own lane. An action that has failed alone in a request is sent
 * alone again.
 */
export function sendable(records: readonly OutboxRecord[], now: number, limit: number): OutboxRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const blocked = new Set<string>();
  const setAside = new Set<string>();
  const batch: OutboxRecord[] = [];
  for (const record of [...records].sort((a, b) => a.seq - b.seq)) {
    // Dependents of a held action are set aside too, without blocking their lanes.
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

/** When the record's delay ends, in ms since the epoch; null if none is running. */
export function waitsUntil({ state }: OutboxRecord, now: number): number | null {
  return state.kind === 'retrying' && isDelayRunning(state.next_at, now) ? state.next_at : null;
}

/**
 * Whether a dependency blocks the action. A refused dependency does not: its dependents were refused with it, and if the person retries one
 * of them, the server's refusal names what is missing.
 */
function hasPendingDependency(record: OutboxRecord, byId: ReadonlyMap<string, OutboxRecord>): boolean {
  return record.deps.some((id) => {
    const dependency = byId.get(id);
    return dependency !== undefined && !isDone(dependency);
  });
}

/** Whether the action was answered or refused: it is sent again only if a restored server forgot it (SY-8), or the person retries it. */
function isDone({ state }: OutboxRecord): boolean {
  return state.kind === 'answered' || state.kind === 'dead';
}

/** Actions that depend on this one, directly or through others (SY-15). */
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

/** The queued record that the new one replaces (SY-15). A sent record is never replaced: the server may have stored it. */
export function replacedRecord(records: readonly OutboxRecord[], incoming: NewRecord): OutboxRecord | null {
  const last = records.filter((record) => record.lane === incoming.lane).at(-1);
  if (last?.state.kind !== 'queued' || last.kind !== incoming.kind) return null;
  return last;
}
