import type { CallFailure } from '../../sync/client.ts';
import { toast } from '../ui/toast.ts';
import { texts } from './texts.ts';

/** Says why a call that needs the network did not succeed; what the server says stands under `title`. */
export function toastFailure(failure: CallFailure, title: string): void {
  if (failure.kind === 'network') toast({ kind: 'warning', ...texts.offlineCall });
  else toast({ kind: 'error', title, text: failure.message });
}

/** Lets a work go on by itself; if it fails, the person is told. */
export function orTell(work: Promise<unknown>): void {
  work.catch(() => toast({ kind: 'error', ...texts.unexpected }));
}
