import type { PendingAction } from '../../sync/client.ts';
import { useWaitingWords } from './use-pace.ts';

/** Live text of why these actions wait on this device. */
export function WaitingWords(props: { isOf: (action: PendingAction) => boolean; length?: 'whole' | 'short' }) {
  return useWaitingWords(props.isOf, props.length);
}
