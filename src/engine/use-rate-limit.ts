import type { PendingAction } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { timeOfDay } from '../platform/format.ts';
import { constant, useLivePart, useScopeOrNull } from './live.ts';
import { texts } from '../platform/texts.ts';

const MINUTE_MS = 60_000;
const noActions = constant<readonly PendingAction[]>([]);
const noStatus = constant(freshStatus);

type ActionFilter = (action: PendingAction) => boolean;

/** When a rate-limited action is retried (SY-16), in ms since the epoch; null for any other action. */
function retryAt({ state }: PendingAction): number | null {
  return state.kind === 'retrying' && state.why?.code === 'too_fast' ? state.next_at : null;
}

/** Why a rate-limited action waits and until when, rounded up to the minute; null for any other action. */
export function rateLimitText(action: PendingAction): string | null {
  const end = retryAt(action);
  return end === null ? null : texts.sync.tooFast(minuteOf(end));
}

const minuteOf = (end: number) => timeOfDay(Math.ceil(end / MINUTE_MS) * MINUTE_MS);

/**
 * The text that says when the earliest of these actions may be retried. Null if none is rate-limited, and while offline, because
 * they then wait for the network.
 */
export function useRateLimitText(filter: ActionFilter): string | null {
  const end = useRetryTime(filter);
  return end === null ? null : texts.sync.tooFast(end);
}

/**
 * The text for a waiting item: that it waits, or until when it is rate-limited. `short` where a sentence does not fit.
 * @param filter null if nothing waits
 */
export function useWaitingText(filter: ActionFilter | null, length: 'full' | 'short' = 'full'): string {
  const end = useRetryTime(filter);
  if (end === null) return texts.sync.waitingToSend;
  return length === 'full' ? texts.sync.tooFast(end) : texts.sync.goesOn(end);
}

/** The time of day, to the minute, at which the earliest of these is retried. */
function useRetryTime(filter: ActionFilter | null): string | null {
  const scope = useScopeOrNull();
  const end = useLivePart(filter && scope ? scope.pending : noActions, (actions) => {
    const times = actions.flatMap((action) => (filter?.(action) ? (retryAt(action) ?? []) : []));
    return times.length > 0 ? Math.min(...times) : null;
  });
  // Rate limits are rare, so subscribe to the status only if there is one.
  const isOffline = useLivePart(
    end !== null && scope ? scope.status : noStatus,
    ({ network }) => network === 'offline',
  );
  return end === null || isOffline ? null : minuteOf(end);
}

/** Whether an action waits for the server's rate limit. */
export const isRateLimited = (action: PendingAction): boolean => retryAt(action) !== null;

/** Matches actions of a kind on a track. */
export const isActionOnTrack =
  (kind: PendingAction['kind'], trackId: string): ActionFilter =>
  (action) =>
    action.kind === kind && action.payload['track_id'] === trackId;

/** Matches the action that creates a track. */
export const isCreationOf = (trackId: string) => isActionOnTrack('track.create', trackId);
