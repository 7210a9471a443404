import type { Scope } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

interface Outcome {
  /** Toast title once the server has confirmed it. */
  done: string;
  /** Toast text while offline: what happens once the network is back. */
  later: string;
  onDone?: () => void;
}

/** Shows a toast that an action waits if there is no network, and one that it succeeded once the server has confirmed it. */
export function toastOutcome(scope: Scope, id: string, { done, later, onDone }: Outcome): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', title: texts.sync.saved, text: later });
  scope.onOutcome(id, (action) => {
    if (action?.status !== 'applied') return;
    toast({ id, kind: 'success', title: done });
    onDone?.();
  });
}
