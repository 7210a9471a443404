import type { Scope } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

interface Outcome {
  done: string;
  later: string;
  onDone?: () => void;
}

/** Offline, a toast says that the action waits. Once the server has confirmed the action, a success toast follows. */
export function toastOutcome(scope: Scope, id: string, { done, later, onDone }: Outcome): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', title: texts.sync.saved, text: later });
  scope.onOutcome(id, (action) => {
    if (action?.status !== 'applied') return;
    toast({ id, kind: 'success', title: done });
    onDone?.();
  });
}
