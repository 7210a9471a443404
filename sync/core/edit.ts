import { requeue, type QueueEdit } from './queue.ts';
import type { OutboxRecord } from './records.ts';

/** Whether an action is editable: only queued and refused ones are. Any other may have taken effect already (SY-9, SY-15). */
export function isEditable({ state }: OutboxRecord): boolean {
  return state.kind === 'queued' || state.kind === 'dead';
}

/**
 * Replaces the payload of an action, and queues a refused action again as `requeue` does. The edit's `result` tells whether the record was editable.
 */
export function rewrite(
  records: readonly OutboxRecord[],
  id: string,
  freshId: () => string,
  form: Pick<OutboxRecord, 'v' | 'payload'>,
): QueueEdit<boolean> {
  const record = records.find((candidate) => candidate.id === id);
  if (!record || !isEditable(record)) return { put: [], remove: [], add: [], result: false };
  if (record.state.kind === 'queued') return { put: [{ ...record, ...form }], remove: [], add: [], result: true };
  const requeued = requeue(records, id, freshId);
  // The action itself comes first, then its dependents.
  return {
    ...requeued,
    add: requeued.add.map((added, at) => (at === 0 ? { ...added, ...form } : added)),
    result: true,
  };
}
