import { liveQuery } from 'dexie';
import { isWaiting, type OutboxRecord } from '../core/records.ts';
import { actionOf } from '../model/actions.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** From so many on a queue is read anew only so often (ms for each of them, ms at most): each batch that is sent changes it twice. */
const LONG = 100;
const APART_MS = 0.5;
const MOST_APART_MS = 500;

interface QueueInput {
  outbox: Pick<Outbox, 'all' | 'remove'>;
  now(): number;
  /** @param fresh those that nobody has sent yet, and that were not there before */
  onRecords(records: readonly OutboxRecord[], fresh: readonly OutboxRecord[]): void;
  onFailed(error: unknown): void;
}

/** Tells of the queue, now and after each change of this tab and of others. What nobody would miss leaves it. Returns how to stop. */
export function watchQueue({ outbox, now, onRecords, onFailed }: QueueInput): () => void {
  const known = new Set<string>();
  let length = 0;
  let readAt = 0;
  let asked = 0;
  /** Null when it was asked again meanwhile: the last one reads for all of them. */
  const read = async () => {
    const place = (asked += 1);
    // A clock that was set back does not make it wait for longer.
    const apart = length < LONG ? 0 : Math.min(MOST_APART_MS, length * APART_MS);
    const wait = Math.min(apart, readAt + apart - now());
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (place < asked) return null;
    readAt = now();
    return outbox.all();
  };
  const subscription = liveQuery(read).subscribe({
    next(all) {
      if (!all) return;
      length = all.length;
      const moot = all.filter((record) => !isWaiting(record) && actionOf(record.kind)?.isMootWhenRefused);
      for (const record of moot) outbox.remove(record.id).catch(() => undefined);
      const records = all.filter((record) => !moot.includes(record));
      const queued = records.filter((record) => record.state.kind === 'queued');
      const fresh = queued.filter((record) => !known.has(record.id));
      known.clear();
      for (const record of queued) known.add(record.id);
      onRecords(records, fresh);
    },
    error: onFailed,
  });
  return () => subscription.unsubscribe();
}
