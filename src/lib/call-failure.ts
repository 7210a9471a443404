import type { CallFailure } from '../../sync/client.ts';
import { toast } from '../ui/toast.ts';
import { texts } from './texts.ts';

/** Says why a call that needs the network did not succeed; a refusal carries the server's words under `refusedTitle`. */
export function toastFailure(failure: CallFailure, refusedTitle: string): void {
  if (failure.kind === 'network') toast({ kind: 'warning', ...texts.offlineCall });
  else if (failure.kind === 'busy') toast({ kind: 'warning', ...texts.busyCall });
  else toast({ kind: 'error', title: refusedTitle, text: failure.message });
}
