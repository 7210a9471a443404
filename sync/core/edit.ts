import { requeue, type QueueEdit } from './queue.ts';
import type { OutboxRecord } from './records.ts';

/**
 * Whether a record may still be written anew: nobody but this device has seen it, or the server has refused it. What was sent
 * and not answered may have taken effect already (SY-9, SY-15).
 */
export function isEditable({ state }: OutboxRecord): boolean {
  return state.kind === 'queued' || state.kind === 'dead';
}

/**
 * Gives a record another payload and queues it again; a refused one under a fresh id, since its refusal is stored on the
 * server for ever (SY-9). False when it is too late.
 */
export function rewrite(
  records: readonly OutboxRecord[],
  id: string,
  freshId: string,
  payload: Record<string, unknown>,
): QueueEdit<boolean> {
  const record = records.find((one) => one.id === id);
  if (!record || !isEditable(record)) return { put: [], remove: [], add: null, result: false };
  if (record.state.kind === 'queued') return { put: [{ ...record, payload }], remove: [], add: null, result: true };
  const again = requeue(records, id, freshId);
  return { ...again, add: again.add && { ...again.add, payload }, result: true };
}
