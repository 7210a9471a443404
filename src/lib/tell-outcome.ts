import type { Scope } from '../../sync/client.ts';
import { toast } from '../ui/toast.ts';
import { texts } from './texts.ts';

/**
 * Says that an action waits where there is no network, and that it was done once the server has said so.
 * @param later what will happen when the network is back
 */
export function tellOutcome(scope: Scope, id: string, { done, later }: { done: string; later: string }): void {
  if (scope.status.get().network === 'offline') toast({ id, kind: 'waiting', title: texts.sync.saved, text: later });
  const stop = scope.onAcknowledged((action) => {
    if (action.id !== id) return;
    stop();
    if (action.status === 'applied') toast({ id, kind: 'success', title: done });
  });
}
