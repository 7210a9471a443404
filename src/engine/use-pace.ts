import type { PendingAction } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { timeOfDay } from '../platform/format.ts';
import { constant, useLivePart, useScopeOrNull } from './live.ts';
import { texts } from '../platform/texts.ts';

const MINUTE_MS = 60_000;
const noActions = constant<readonly PendingAction[]>([]);
const noStatus = constant(freshStatus);

type IsOf = (action: PendingAction) => boolean;

/** When a rate-limited action is retried (SY-16), in ms since the epoch; null for any other action. */
function paceEnd({ state }: PendingAction): number | null {
  return state.kind === 'retrying' && state.why?.code === 'too_fast' ? state.next_at : null;
}

/** Why a rate-limited action waits and until when, rounded up to the minute; null for any other action. */
export function paceText(action: PendingAction): string | null {
  const end = paceEnd(action);
  return end === null ? null : texts.sync.tooFast(minuteOf(end));
}

const minuteOf = (end: number) => timeOfDay(Math.ceil(end / MINUTE_MS) * MINUTE_MS);

/** The same for the earliest of these actions; null if none is rate-limited, or while offline, which is the more immediate reason. */
export function usePace(isOf: IsOf): string | null {
  const end = usePaceEnd(isOf);
  return end === null ? null : texts.sync.tooFast(end);
}

/**
 * The text for a waiting item: that it waits, or until when it is rate-limited. `short` where a sentence does not fit.
 * @param isOf null if nothing waits
 */
export function useWaitingText(isOf: IsOf | null, length: 'whole' | 'short' = 'whole'): string {
  const end = usePaceEnd(isOf);
  if (end === null) return texts.sync.waitingToSend;
  return length === 'whole' ? texts.sync.tooFast(end) : texts.sync.goesOn(end);
}

/** The time of day, to the minute, at which the earliest of these is retried. */
function usePaceEnd(isOf: IsOf | null): string | null {
  const scope = useScopeOrNull();
  const end = useLivePart(isOf && scope ? scope.pending : noActions, (actions) => {
    const ends = actions.flatMap((action) => (isOf?.(action) ? (paceEnd(action) ?? []) : []));
    return ends.length > 0 ? Math.min(...ends) : null;
  });
  // Rate limits are rare, so subscribe to the status only if there is one.
  const isOffline = useLivePart(
    end !== null && scope ? scope.status : noStatus,
    ({ network }) => network === 'offline',
  );
  return end === null || isOffline ? null : minuteOf(end);
}

/** Whether an action waits for the server's rate limit. */
export const isPaced = (action: PendingAction): boolean => paceEnd(action) !== null;

/** Matches actions of a kind on a track. */
export const isAbout =
  (kind: PendingAction['kind'], trackId: string): IsOf =>
  (action) =>
    action.kind === kind && action.payload['track_id'] === trackId;

/** Matches the action that creates a track. */
export const isCreationOf = (trackId: string) => isAbout('track.create', trackId);
