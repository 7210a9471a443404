import type { RecordState } from './core/records.ts';
import type { ActionKind } from './model/actions.ts';
import type { Acknowledgement } from './model/wire.ts';

/** Queued actions, as the interface sees them. */

export interface PendingAction {
  id: string;
  kind: ActionKind;
  payload: Record<string, unknown>;
  createdAt: number;
  state: RecordState;
  /** The action was never sent, or it or an action that it depends on was refused: it may be edited or discarded. */
  isEditable: boolean;
}

/**
 * An acknowledgement. It is announced once, in one open tab: that of an applied action after its effects are in the replica, a
 * refusal at once (SY-13).
 */
export interface AcknowledgedAction extends Acknowledgement {
  kind: ActionKind;
  payload: Record<string, unknown>;
  occurredAt: string;
}
