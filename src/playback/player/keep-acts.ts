import type { KeptApi } from '../../../sync/client.ts';
import { failureText } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { queueTexts } from './queue-texts.ts';

/** Keeps tracks on the device and removes them (S-34). A toast shows why one fails. */
export interface KeepActs {
  keep(trackId: string): void;
  keepAll(trackIds: readonly string[]): void;
  cancelAll(trackIds: readonly string[]): void;
  remove(trackId: string): void;
}

export function createKeepActs(kept: KeptApi): KeepActs {
  return {
    keep(trackId) {
      kept.keep(trackId).then(() => sayState(kept, trackId), sayFailure);
    },
    // Resolves before the files are fetched. The device page shows the state of each.
    keepAll: (trackIds) => void kept.keepAll(trackIds).catch(sayFailure),
    cancelAll: (trackIds) => void kept.cancelAll(trackIds).catch(sayStillThere),
    remove: (trackId) => void kept.remove(trackId).catch(sayStillThere),
  };
}

/** Shows why a track is not kept yet. Success needs no toast: the button shows it. */
function sayState(kept: KeptApi, trackId: string): void {
  const state = kept.states.get().get(trackId);
  if (state?.kind === 'failed') say(queueTexts.keepFailed[state.reason]);
  if (state?.kind === 'waiting' && state.reason === 'network')
    toast({ id: 'keep', kind: 'waiting', ...queueTexts.keepWaits });
}

/** The device could not store the request. */
function sayFailure(error: unknown): void {
  say(failureText(error));
}

function say(words: { title: string; text: string }): void {
  toast({ id: 'keep', kind: 'error', ...words });
}

function sayStillThere(): void {
  toast({ id: 'keep', kind: 'error', ...queueTexts.removeFailed });
}
