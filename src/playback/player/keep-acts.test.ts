import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type KeptApi, type KeptState, StorageFailure } from '../../../sync/client.ts';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { createKeepActs } from './keep-acts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

function open(answer: KeptState | Error) {
  const states = new Map<string, KeptState>();
  const act = async () => {
    if (answer instanceof Error) throw answer;
    states.set('t', answer);
  };
  const kept: KeptApi = {
    withdrawn: { get: () => 0, subscribe: () => () => undefined },
    states: { get: () => states, subscribe: () => () => undefined },
    lists: { get: () => null, subscribe: () => () => undefined },
    keepList: act,
    keep: act,
    keepAll: act,
    keepPlayed: act,
    cancelAll: act,
    remove: act,
    removeAll: act,
    reportBroken: () => Promise.resolve(false),
  };
  const toastLines = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return toasts.get().map(({ title, text }) => [title, text]);
  };
  return { acts: createKeepActs(kept), toastLines };
}

const notSaved = (text: string) => [['Not saved on this device', text]];

describe('keeping a track on the device', () => {
  it('shows no toast on success: the button shows it', async () => {
    const { acts, toastLines } = open({ kind: 'kept', bytes: 1, asked: true, usedAt: 0 });
    acts.keep('t');
    expect(await toastLines()).toEqual([]);
  });

  for (const [reason, words] of [
    ['full', 'No room on this device.'],
    ['missing', 'Not on the server any more.'],
    ['broken', 'The file cannot be played.'],
    ['unavailable', 'This browser offers no storage here, perhaps because of private browsing.'],
  ] as const)
    it(`has its own message for '${reason}'`, async () => {
      const { acts, toastLines } = open({ kind: 'failed', reason });
      acts.keep('t');
      expect(await toastLines()).toEqual(notSaved(words));
    });

  it('shows a toast if the track waits for the network, but none if it only waits for its turn', async () => {
    const offline = open({ kind: 'waiting', reason: 'network' });
    offline.acts.keep('t');
    expect(await offline.toastLines()).toEqual([
      ['Waiting for the network', 'It is saved on this device when the network is back.'],
    ]);
    dismissToast('keep');
    const queued = open({ kind: 'waiting', reason: 'turn' });
    queued.acts.keep('t');
    expect(await queued.toastLines()).toEqual([]);
  });

  it('shows why a request could not be stored, and that a removal failed', async () => {
    const full = open(new StorageFailure('full', null));
    full.acts.keepAll(['t']);
    expect(await full.toastLines()).toEqual(notSaved('No room on this device.'));
    const odd = open(new Error('odd'));
    odd.acts.keep('t');
    expect(await odd.toastLines()).toEqual([['Error', 'An unexpected error occurred. Please try again.']]);
    odd.acts.remove('t');
    expect(await odd.toastLines()).toEqual([['Still on this device', 'It could not be removed. Please try again.']]);
  });
});
