import type { PendingAction } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { timeOfDay } from '../platform/format.ts';
import { constantLive, useLivePart, useScopeOrNull } from './live.ts';
import { texts } from '../platform/texts.ts';

const MINUTE_MS = 60_000;
const noActions = constantLive<readonly PendingAction[]>([]);
const noStatus = constantLive(freshStatus);

type ActionFilter = (action: PendingAction) => boolean;

/** When a rate-limited action is retried (SY-16), in ms since the epoch; null if the action is not rate-limited. */
function retryAt({ state }: PendingAction): number | null {
  return state.kind === 'retrying' && state.why?.code === 'too_fast' ? state.next_at : null;
}

export function rateLimitText(action: PendingAction): string | null {
  const end = retryAt(action);
  return end === null ? null : texts.sync.tooFast(minuteOf(end));
}

const minuteOf = (end: number) => timeOfDay(Math.ceil(end / MINUTE_MS) * MINUTE_MS);

/**
 * Says when the server accepts the rate-limited actions again. Null if no action is rate-limited, and while offline, because the actions then
 * wait for the network.
 */
export function useRateLimitText(filter: ActionFilter): string | null {
  const end = useRetryTime(filter);
  return end === null ? null : texts.sync.tooFast(end);
}

/** 'Waiting to send', or when the server accepts the rate-limited actions again. @param filter null if nothing waits */
export function useWaitingText(filter: ActionFilter | null, length: 'full' | 'short' = 'full'): string {
  const end = useRetryTime(filter);
  if (end === null) return texts.sync.waitingToSend;
  return length === 'full' ? texts.sync.tooFast(end) : texts.sync.goesOn(end);
}

function useRetryTime(filter: ActionFilter | null): string | null {
  const scope = useScopeOrNull();
  const end = useLivePart(filter && scope ? scope.pending : noActions, (actions) => {
    const times = actions.flatMap((action) => (filter?.(action) ? (retryAt(action) ?? []) : []));
    return times.length > 0 ? Math.min(...times) : null;
  });
  // Rate limits are rare: subscribe to the status only if there is one.
  const isOffline = useLivePart(
    end !== null && scope ? scope.status : noStatus,
    ({ network }) => network === 'offline',
  );
  return end === null || isOffline ? null : minuteOf(end);
}

export const isRateLimited = (action: PendingAction): boolean => retryAt(action) !== null;

export const isActionOnTrack =
  (kind: PendingAction['kind'], trackId: string): ActionFilter =>
  (action) =>
    action.kind === kind && action.payload['track_id'] === trackId;

export const isCreationOf = (trackId: string) => isActionOnTrack('track.create', trackId);
