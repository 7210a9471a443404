import type { Scope } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

interface Outcome {
  /** Once the server has said so. */
  done: string;
  /** What will happen when the network is back. */
  later: string;
  onDone?: () => void;
}

/** Says that an action waits where there is no network, and that it was done once the server has said so. */
export function tellOutcome(scope: Scope, id: string, { done, later, onDone }: Outcome): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', title: texts.sync.saved, text: later });
  scope.onOutcome(id, (action) => {
    if (action?.status !== 'applied') return;
    toast({ id, kind: 'success', title: done });
    onDone?.();
  });
}
