import type { RecordState } from './core/records.ts';
import type { ActionKind } from './model/actions.ts';
import type { Acknowledgement } from './model/wire.ts';

/** What people did, as the interface is told of it. */

export interface PendingAction {
  id: string;
  kind: ActionKind;
  payload: Record<string, unknown>;
  createdAt: number;
  state: RecordState;
  /** Only this device has seen it, or the server refused it: it may be edited, and removed without a trace. */
  isEditable: boolean;
}

/** An acknowledgement as the interface hears it, once, in the tab that is open, after its effects are in the replica (SY-13). */
export interface AcknowledgedAction extends Acknowledgement {
  kind: ActionKind;
  payload: Record<string, unknown>;
  occurredAt: string;
}
