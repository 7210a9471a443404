import type { PendingAction } from '../../sync/client.ts';
import { useWaitingText } from './use-pace.ts';

/** Live text of why these actions wait on this device. */
export function WaitingText(props: { isOf: (action: PendingAction) => boolean; length?: 'whole' | 'short' }) {
  return useWaitingText(props.isOf, props.length);
}
