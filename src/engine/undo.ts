import type { Scope } from '../../sync/client.ts';
import { dismissToast, toast, toasts } from './toast.ts';
import { toastError } from './call-failure.ts';
import { texts } from '../platform/texts.ts';

/** Reports a queued action by a toast, with an Undo button while the action is only on this device. */
export async function toastWithUndo(
  scope: Pick<Scope, 'pending' | 'readPending' | 'discard'>,
  actionId: string,
  title: string,
): Promise<void> {
  const id = `undo-${actionId}`;
  const isQueued = async () =>
    (await scope.readPending()).some((action) => action.id === actionId && action.isEditable);
  const undo = async () => {
    if (await isQueued()) {
      await scope.discard(actionId);
      dismissToast(id);
    } else toast({ id, kind: 'info', title: texts.undo.late });
  };
  if (!(await isQueued())) {
    toast({ id, kind: 'success', title });
    return;
  }
  toast({
    id,
    kind: 'success',
    title,
    action: { label: texts.undo.verb, run: () => void undo().catch(toastError) },
  });
  const stop = scope.pending.subscribe(() => {
    const isShown = toasts.get().some((shown) => shown.id === id);
    if (isShown && scope.pending.get().some((action) => action.id === actionId && action.isEditable)) return;
    stop();
    if (isShown) toast({ id, kind: 'success', title });
  });
}
