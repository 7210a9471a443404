import type { CallFailure } from '../../sync/client.ts';
import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

/** Says why a call that needs the network did not succeed; what the server says stands under `title`. */
export function toastFailure(failure: CallFailure, title: string): void {
  if (failure.kind === 'network') toast({ kind: 'warning', ...texts.offlineCall });
  else toast({ kind: 'error', title, text: failure.message });
}

/** Lets a work go on by itself; if it fails, the person is told. */
export function orTell(work: Promise<unknown>): void {
  work.catch(tellFailure);
}

/** Tells the person that what they did was not done, and why. */
export function tellFailure(error: unknown): void {
  toast({ kind: 'error', ...failureWords(error) });
}

/** Why the device did not do what was asked of it. By names: the engine's classes come with its code, after the first paint. */
export function failureWords(error: unknown): { title: string; text: string } {
  if (!(error instanceof Error)) return texts.unexpected;
  if (error.name === 'ScopeClosed') return texts.notSaved.left;
  if (error.name === 'StorageFailure')
    return 'reason' in error && error.reason === 'full' ? texts.notSaved.full : texts.notSaved.unavailable;
  return texts.unexpected;
}
