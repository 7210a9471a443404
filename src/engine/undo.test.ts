import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingAction } from '../../sync/client.ts';
import { dismissToast, toasts } from './toast.ts';
import { createLive } from '../../sync/model/live.ts';
import { toastWithUndo } from './undo.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const deletion = (isEditable: boolean): PendingAction => ({
  id: 'one',
  kind: 'track.delete',
  payload: {},
  createdAt: 0,
  state: isEditable ? { kind: 'queued' } : { kind: 'answered' },
  isEditable,
});

function openQueue(...first: PendingAction[]) {
  const pending = createLive<readonly PendingAction[]>(first);
  const discard = vi.fn((id: string) => {
    pending.set(pending.get().filter((action) => action.id !== id));
    return Promise.resolve(true);
  });
  return { pending, discard, readPending: async () => pending.get() };
}
const toastLines = () => toasts.get().map(({ title, action }) => [title, action?.label]);

beforeEach(() => toasts.get().forEach(({ id }) => dismissToast(id)));

describe('the toast of a queued action', () => {
  it('offers Undo while the action is only on this device', async () => {
    const queue = openQueue(deletion(true));
    await toastWithUndo(queue, 'one', 'Track Deleted');
    expect(toastLines()).toEqual([['Track Deleted', 'Undo']]);
    toasts.get()[0]?.action?.run();
    await waitFor(() => expect(queue.discard).toHaveBeenCalledWith('one'));
    await waitFor(() => expect(toastLines()).toEqual([]));
  });

  it('loses its Undo button once the action is being sent', async () => {
    const queue = openQueue(deletion(true));
    await toastWithUndo(queue, 'one', 'Track Deleted');
    const undo = toasts.get()[0]?.action;
    queue.pending.set([deletion(false)]);
    expect(toastLines()).toEqual([['Track Deleted', undefined]]);
    undo?.run();
    await waitFor(() => expect(toastLines()).toEqual([['It is on its way already', undefined]]));
    expect(queue.discard).not.toHaveBeenCalled();
  });

  it('is not shown again after the person has closed it', async () => {
    const queue = openQueue(deletion(true));
    await toastWithUndo(queue, 'one', 'Track Deleted');
    toasts.get().forEach(({ id }) => dismissToast(id));
    queue.pending.set([]);
    expect(toastLines()).toEqual([]);
  });
});
