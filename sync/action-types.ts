import type { RecordState } from './core/records.ts';
import type { ActionKind } from './model/actions.ts';
import type { Acknowledgement } from './model/wire.ts';

export interface PendingAction {
  id: string;
  kind: ActionKind;
  payload: Record<string, unknown>;
  createdAt: number;
  state: RecordState;
  /** The action was never sent, or was refused. */
  isEditable: boolean;
}

/** Announced once, in one tab. An applied action is announced after its effects are in the replica (SY-13). */
export interface AcknowledgedAction extends Acknowledgement {
  kind: ActionKind;
  payload: Record<string, unknown>;
  occurredAt: string;
}
