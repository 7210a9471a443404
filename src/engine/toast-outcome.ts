import type { Scope } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

interface Outcome {
  /** Toast title once the server has confirmed the action. */
  done: string;
  /** Toast text while offline: what happens once the network is back. */
  later: string;
  onDone?: () => void;
}

/** Without a network, shows a toast that the action waits; once the server has confirmed the action, a success toast. */
export function toastOutcome(scope: Scope, id: string, { done, later, onDone }: Outcome): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', title: texts.sync.saved, text: later });
  scope.onOutcome(id, (action) => {
    if (action?.status !== 'applied') return;
    toast({ id, kind: 'success', title: done });
    onDone?.();
  });
}
