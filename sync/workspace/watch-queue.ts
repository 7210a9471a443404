import { liveQuery } from 'dexie';
import { isWaiting, type OutboxRecord } from '../core/records.ts';
import { actionOf } from '../model/actions.ts';
import type { Added, Outbox } from '../outbox/outbox.ts';
import { runSafely } from './run-safely.ts';

/** From this number of records on, the queue is read at intervals, because each sent batch changes it twice. */
const LONG = 100;
/** Interval between two readings, per record of the queue. */
const INTERVAL_PER_RECORD_MS = 0.5;
const MAX_INTERVAL_MS = 500;

interface QueueInput {
  outbox: Pick<Outbox, 'all' | 'remove'>;
  now(): number;
  /** @param fresh queued actions that were not queued at the previous reading */
  onRecords(records: readonly OutboxRecord[], fresh: readonly OutboxRecord[]): void;
  onFailed(error: unknown): void;
}

export interface WatchedQueue {
  /** Reports an action that this tab has just stored, without waiting for a reading. */
  added(added: Added): void;
  stop(): void;
}

/** Reports the queue at first and after changes of any tab, and removes refused actions that need no attention. */
export function watchQueue({ outbox, now, onRecords, onFailed }: QueueInput): WatchedQueue {
  const previousIds = new Set<string>();
  /** Null before the first reading. */
  let latest: readonly OutboxRecord[] | null = null;
  /** Actions of this tab. `call` was the latest reading when the action was stored: that reading and earlier ones may lack it. */
  let additions: (Added & { call: number })[] = [];
  let readAt = 0;
  let latestCall = 0;
  let isStopped = false;
  /** Null if a newer call was made during the wait. */
  const read = async () => {
    const call = (latestCall += 1);
    // A clock that was set back does not extend the interval.
    const length = latest?.length ?? 0;
    const interval = length < LONG ? 0 : Math.min(MAX_INTERVAL_MS, length * INTERVAL_PER_RECORD_MS);
    const wait = Math.min(interval, readAt + interval - now());
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (call < latestCall) return null;
    readAt = now();
    return { call, all: await outbox.all() };
  };
  const report = (records: readonly OutboxRecord[]) => {
    latest = records;
    const queued = records.filter((record) => record.state.kind === 'queued');
    const fresh = queued.filter((record) => !previousIds.has(record.id));
    previousIds.clear();
    for (const record of queued) previousIds.add(record.id);
    onRecords(records, fresh);
  };
  const subscription = liveQuery(read).subscribe({
    next(reading) {
      if (!reading) return;
      const { call, all } = reading;
      additions = additions.filter((addition) => addition.call >= call);
      const moot = all.filter((record) => !isWaiting(record) && actionOf(record.kind)?.isMootWhenRefused);
      for (const record of moot) outbox.remove(record.id).catch(() => undefined);
      report(
        additions.reduce(
          withAddition,
          all.filter((record) => !moot.includes(record)),
        ),
      );
    },
    error: onFailed,
  });
  return {
    added(added) {
      additions.push({ ...added, call: latestCall });
      const known = latest;
      // The action is stored, so a failing listener must not make the caller's `enqueue` reject.
      if (known && !isStopped) runSafely(() => report(withAddition(known, added)));
    },
    stop() {
      isStopped = true;
      subscription.unsubscribe();
    },
  };
}

function withAddition(records: readonly OutboxRecord[], { stored, replaced }: Added): readonly OutboxRecord[] {
  const others = records.filter(({ id }) => !replaced.includes(id));
  return [...others, ...stored.filter((record) => !others.some(({ id }) => id === record.id))];
}
