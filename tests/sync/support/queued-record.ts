import { newRecord, type OutboxRecord } from '../../../sync/core/records.ts';
import { actions, type ActionKind, type ActionPayload, type AnyAction } from '../../../sync/model/actions.ts';

/** A queued record of the action, not yet sent unless `change` says otherwise. */
export function queuedRecord<K extends ActionKind>(
  seq: number,
  kind: K,
  payload: ActionPayload<K>,
  change: Partial<OutboxRecord> = {},
): OutboxRecord {
  const action: AnyAction = actions[kind];
  const at = Date.UTC(2027, 0, 1, 12) + seq * 1_000;
  return {
    ...newRecord({
      id: `action-${seq}`,
      user_id: 'me',
      device_id: 'device',
      lane: action.lane(payload),
      kind,
      v: 1,
      payload,
      deps: [],
      created_at: at,
      occurred_at: new Date(at).toISOString(),
    }),
    seq,
    ...change,
  };
}
