import { requeue, type QueueEdit } from './queue.ts';
import type { OutboxRecord } from './records.ts';

/**
 * Whether a record may still be edited: it was never sent, or the server has refused it. A record that was sent and not
 * answered may have taken effect already (SY-9, SY-15).
 */
export function isEditable({ state }: OutboxRecord): boolean {
  return state.kind === 'queued' || state.kind === 'dead';
}

/**
 * Replaces a record's payload and its version. A refused record is queued again under a fresh id, because the server stores
 * the refusal under the old one for ever (SY-9). False when the record may no longer be edited.
 * @param form the edited payload, and the version that it is written in (SY-21)
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
