import { requeue, type QueueEdit } from './queue.ts';
import type { OutboxRecord } from './records.ts';

/** Whether an action is editable: only queued and refused ones are. Any other may have taken effect already (SY-9, SY-15). */
export function isEditable({ state }: OutboxRecord): boolean {
  return state.kind === 'queued' || state.kind === 'dead';
}

/**
 * Replaces the payload of an action, and queues a refused action again. A refused action gets a fresh id: the server keeps the refusal
 * under the old id for ever (SY-9). The edit's `result` tells whether the record was editable.
 */
export function rewrite(
  records: readonly OutboxRecord[],
  id: string,
  freshId: string,
  form: Pick<OutboxRecord, 'v' | 'payload'>,
): QueueEdit<boolean> {
  const record = records.find((candidate) => candidate.id === id);
  if (!record || !isEditable(record)) return { put: [], remove: [], add: null, result: false };
  if (record.state.kind === 'queued') return { put: [{ ...record, ...form }], remove: [], add: null, result: true };
  const requeued = requeue(records, id, freshId);
  return { ...requeued, add: requeued.add && { ...requeued.add, ...form }, result: true };
}
