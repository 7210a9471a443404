import { newRecord, type NewRecord } from '../../../sync/core/records.ts';

/** A record of a queued play. Each call returns a new object, because the store writes the place in the queue into the object. */
export function newQueuedPlay(userId: string, id: string): NewRecord {
  return newRecord({
    id,
    user_id: userId,
    device_id: 'd',
    lane: 'plays',
    kind: 'play.record',
    v: 1,
    payload: { track_id: 't', progress_ms: 30_000, is_manual: true },
    deps: [],
    created_at: 0,
    occurred_at: '2027-01-01T00:00:00.000Z',
  });
}
