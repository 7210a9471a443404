import type { CallFailure } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

/** Shows why an online call failed: that there is no network, or the failure's message under `title`. */
export function toastFailure(failure: CallFailure, title: string): void {
  if (failure.kind === 'network') toast({ kind: 'warning', ...texts.offlineCall });
  else toast({ kind: 'error', title, text: failure.message });
}

/** Lets a promise run in the background; a toast shows its failure. */
export function toastOnError(work: Promise<unknown>): void {
  work.catch(toastError);
}

/** Shows why an action failed. */
export function toastError(error: unknown): void {
  toast({ kind: 'error', ...failureText(error) });
}

/** The texts for a local failure. Compares error names, because the engine's classes load after the first paint. */
export function failureText(error: unknown): { title: string; text: string } {
  if (!(error instanceof Error)) return texts.unexpected;
  if (error.name === 'ScopeClosed') return texts.notSaved.signedOut;
  if (error.name === 'StorageFailure')
    return 'reason' in error && error.reason === 'full' ? texts.notSaved.full : texts.notSaved.unavailable;
  return texts.unexpected;
}
