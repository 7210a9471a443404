import type { PendingAction } from '../../sync/client.ts';
import { useWaitingText } from './use-rate-limit.ts';

export function WaitingText(props: { filter: (action: PendingAction) => boolean; length?: 'full' | 'short' }) {
  return useWaitingText(props.filter, props.length);
}
