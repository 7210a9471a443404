import type { PendingAction } from '../../sync/client.ts';
import { useWaitingWords } from './use-pace.ts';

/** Why these wait on this device, as words that change with it. */
export function WaitingWords(props: { isOf: (action: PendingAction) => boolean; length?: 'whole' | 'short' }) {
  return useWaitingWords(props.isOf, props.length);
}
