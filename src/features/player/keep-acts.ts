import { type KeptDoor, StorageFailure } from '../../../sync/client.ts';
import { toast } from '../../ui/toast.ts';
import { playerTexts } from './player-texts.ts';

type KeepFailure = keyof typeof playerTexts.keepFailures;

/** Keeps tracks on the device and takes them off, and says what came in between (S-34). */
export interface KeepActs {
  keep(trackId: string): void;
  keepAll(trackIds: readonly string[]): void;
  cancelAll(trackIds: readonly string[]): void;
  remove(trackId: string): void;
}

export function createKeepActs(kept: KeptDoor): KeepActs {
  return {
    keep(trackId) {
      kept.keep(trackId).then(() => sayState(kept, trackId), sayFailure);
    },
    // How far each of them is shows where they are listed.
    keepAll: (trackIds) => void kept.keepAll(trackIds).catch(sayFailure),
    cancelAll: (trackIds) => void kept.cancelAll(trackIds).catch(sayStillThere),
    remove: (trackId) => void kept.remove(trackId).catch(sayStillThere),
  };
}

/** What became of a single track that was asked for; that it is kept shows on its button. */
function sayState(kept: KeptDoor, trackId: string): void {
  const state = kept.states.get().get(trackId);
  if (state?.kind === 'failed') say(state.reason);
  if (state?.kind === 'waiting' && state.reason === 'network')
    toast({ id: 'keep', kind: 'waiting', ...playerTexts.keepWaits });
}

/** Not even the wish could be written down. */
function sayFailure(error: unknown): void {
  say(error instanceof StorageFailure ? error.reason : 'unknown');
}

function say(failure: KeepFailure): void {
  toast({ id: 'keep', kind: 'error', title: playerTexts.keepFailed, text: playerTexts.keepFailures[failure] });
}

function sayStillThere(): void {
  toast({ id: 'keep', kind: 'error', ...playerTexts.removeFailed });
}
