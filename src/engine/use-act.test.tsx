import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AcknowledgedAction, PendingAction, Scope } from '../../sync/client.ts';
import { dismissToast, toasts } from './toast.ts';
import { createLive } from '../../sync/model/live.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { useAct, usePendingActions } from './use-act.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
});

function Vote({ trackId }: { trackId: string }) {
  const waiting = usePendingActions('vote.cast', { track_id: trackId });
  const { run } = useAct('vote.cast', {
    refused: ({ message }) => ({ title: 'Failed to cast vote', text: message }),
  });
  return (
    <>
      <button type="button" onClick={() => void run({ track_id: trackId, weight: 4 })}>
        Vote
      </button>
      <output>{waiting.map(({ id, state }) => `${id} ${state.kind}`).join(', ') || 'nothing waits'}</output>
    </>
  );
}

const action: PendingAction = {
  id: 'a1',
  kind: 'vote.cast',
  payload: { track_id: 't1', weight: 4 },
  state: { kind: 'queued' },
  createdAt: 0,
  isEditable: true,
};

function openQueue(enqueue: Scope['enqueue']) {
  const pending = createLive<readonly PendingAction[]>([]);
  const listeners = new Map<string, (action: AcknowledgedAction | null) => void>();
  const onOutcome: Scope['onOutcome'] = (id, listener) => void listeners.set(id, listener);
  const acknowledge = (acknowledged: Pick<AcknowledgedAction, 'id' | 'status' | 'result'>) => {
    const listener = listeners.get(acknowledged.id);
    listeners.delete(acknowledged.id);
    listener?.({ ...acknowledged, kind: 'vote.cast', payload: {}, occurredAt: '2027-01-01T00:00:00Z' });
  };
  const drop = (id: string) => listeners.get(id)?.(null);
  return { pending, listeners, acknowledge, drop, scopeParts: { pending, enqueue, onOutcome } };
}

const toastLines = () => toasts.get().map(({ title, text }) => [title, text]);
const press = () => page.getByRole('button', { name: 'Vote' }).click();
const status = () => page.getByRole('status');

describe('a queued action', () => {
  it('is shown only by a component that asks for its kind and payload', async () => {
    const enqueue = vi.fn(() => Promise.resolve('a1'));
    const { scopeParts, pending } = openQueue(enqueue);
    await renderFor(scopeParts, <Vote trackId="t1" />);
    await press();
    expect(enqueue).toHaveBeenCalledExactlyOnceWith('vote.cast', { track_id: 't1', weight: 4 }, undefined);
    pending.set([
      action,
      { ...action, id: 'a2', payload: { track_id: 't2', weight: 4 } },
      { ...action, id: 'a3', kind: 'share.add', payload: { track_id: 't1' } },
    ]);
    await expect.element(status()).toHaveTextContent('a1 queued');
    pending.set([]);
    await expect.element(status()).toHaveTextContent('nothing waits');
  });

  it('shows the server’s refusal once, and nothing for an accepted or discarded action', async () => {
    const { scopeParts, acknowledge, drop, listeners } = openQueue(vi.fn(() => Promise.resolve('a1')));
    await renderFor(scopeParts, <Vote trackId="t1" />);
    await press();
    await waitFor(() => expect(listeners.size).toBe(1));
    acknowledge({ id: 'another', status: 'rejected', result: { code: 'x', message: 'not ours' } });
    acknowledge({ id: 'a1', status: 'rejected', result: { code: 'vote_locked', message: 'Vote Locked' } });
    acknowledge({ id: 'a1', status: 'rejected', result: { code: 'vote_locked', message: 'Vote Locked' } });
    expect(toastLines()).toEqual([['Failed to cast vote', 'Vote Locked']]);
    await press();
    await waitFor(() => expect(listeners.size).toBe(1));
    acknowledge({ id: 'a1', status: 'applied', result: {} });
    expect([toastLines().length, listeners.size]).toEqual([1, 0]);
    await press();
    await waitFor(() => expect(listeners.size).toBe(1));
    drop('a1');
    expect(toastLines().length).toBe(1);
  });

  const failures: readonly [Error, string, string][] = [
    [
      Object.assign(new Error('full'), { name: 'StorageFailure', reason: 'full' }),
      'Not saved on this device',
      'No room on this device.',
    ],
    [
      Object.assign(new Error('blocked'), { name: 'StorageFailure', reason: 'unavailable' }),
      'Not saved on this device',
      'This browser offers no storage here, perhaps because of private browsing.',
    ],
    [
      Object.assign(new Error('signed out'), { name: 'ScopeClosed' }),
      'Not saved on this device',
      'You have signed out.',
    ],
    [new Error('unexpected'), 'Error', 'An unexpected error occurred. Please try again.'],
  ];
  for (const [error, title, text] of failures)
    it(`shows why the device could not store it (${error.message})`, async () => {
      const { scopeParts } = openQueue(vi.fn(() => Promise.reject(error)));
      await renderFor(scopeParts, <Vote trackId="t1" />);
      await press();
      await waitFor(() => expect(toastLines()).toEqual([[title, text]]));
    });
});
