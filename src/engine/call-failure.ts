import type { CallFailure } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

/** Shows a failed call as a toast: without a network, under the title for being offline, else under `title`. */
export function toastFailure(failure: CallFailure, title: string): void {
  if (failure.kind === 'network') toast({ kind: 'warning', ...texts.offlineCall });
  else toast({ kind: 'error', title, text: failure.message });
}

export function toastOnError(work: Promise<unknown>): void {
  work.catch(toastError);
}

export function toastError(error: unknown): void {
  toast({ kind: 'error', ...failureText(error) });
}

/** The texts that explain an error. Compares error names, because the engine's classes load after the first paint. */
export function failureText(error: unknown): { title: string; text: string } {
  if (!(error instanceof Error)) return texts.unexpected;
  if (error.name === 'ScopeClosed') return texts.notSaved.signedOut;
  if (error.name === 'StorageFailure')
    return 'reason' in error && error.reason === 'full' ? texts.notSaved.full : texts.notSaved.unavailable;
  return texts.unexpected;
}
