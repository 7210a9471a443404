import type { KeptApi } from '../../../sync/client.ts';
import { failureText } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { queueTexts } from './queue-texts.ts';

/** Keeps tracks on the device and removes them (S-34). A toast reports an act that failed or waits for the network. */
export interface KeepActs {
  keep(trackId: string): void;
  keepAll(trackIds: readonly string[]): void;
  cancelAll(trackIds: readonly string[]): void;
  remove(trackId: string): void;
}

export function createKeepActs(kept: KeptApi): KeepActs {
  return {
    keep(trackId) {
      kept.keep(trackId).then(() => toastState(kept, trackId), toastFailure);
    },
    // `kept.keepAll` resolves before the files are fetched; the device page shows their state.
    keepAll: (trackIds) => void kept.keepAll(trackIds).catch(toastFailure),
    cancelAll: (trackIds) => void kept.cancelAll(trackIds).catch(toastRemovalFailed),
    remove: (trackId) => void kept.remove(trackId).catch(toastRemovalFailed),
  };
}

/** Shows a toast if keeping failed or waits for the network. Success needs none: the button shows it. */
function toastState(kept: KeptApi, trackId: string): void {
  const state = kept.states.get().get(trackId);
  if (state?.kind === 'failed') toastError(queueTexts.keepFailed[state.reason]);
  if (state?.kind === 'waiting' && state.reason === 'network')
    toast({ id: 'keep', kind: 'waiting', ...queueTexts.keepWaits });
}

function toastFailure(error: unknown): void {
  toastError(failureText(error));
}

function toastError(text: { title: string; text: string }): void {
  toast({ id: 'keep', kind: 'error', ...text });
}

function toastRemovalFailed(): void {
  toast({ id: 'keep', kind: 'error', ...queueTexts.removeFailed });
}
