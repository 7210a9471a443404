import type { RecordState } from './core/records.ts';
import type { ActionKind } from './model/actions.ts';
import type { Acknowledgement } from './model/wire.ts';

/** An action in the queue, in the present form of its payload. */
export interface PendingAction {
  id: string;
  kind: ActionKind;
  payload: Record<string, unknown>;
  /** In ms since the epoch. */
  createdAt: number;
  state: RecordState;
  /** Whether the action was never sent, or was refused, so that it may be edited. */
  isEditable: boolean;
}

/** An action with its outcome, announced once, in one tab. An applied action is announced after its effects are in the replica (SY-13). */
export interface AcknowledgedAction extends Acknowledgement {
  kind: ActionKind;
  payload: Record<string, unknown>;
  occurredAt: string;
}
