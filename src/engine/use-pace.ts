import type { PendingAction } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { timeOfDay } from '../platform/format.ts';
import { constant, useLivePart, useScopeOrNull } from './live.ts';
import { texts } from '../platform/texts.ts';

const MINUTE_MS = 60_000;
const noActions = constant<readonly PendingAction[]>([]);
const noStatus = constant(freshStatus);

type IsOf = (action: PendingAction) => boolean;

/** When an action goes on that came faster than the server's pace (SY-16), ms since the epoch; null for any other. */
function paceEnd({ state }: PendingAction): number | null {
  return state.kind === 'retrying' && state.why?.code === 'too_fast' ? state.next_at : null;
}

/** Why an action that came too fast waits, and until when; null for any other. By the minute in which it has gone on for certain. */
export function paceWords(action: PendingAction): string | null {
  const end = paceEnd(action);
  return end === null ? null : texts.sync.tooFast(minuteOf(end));
}

const minuteOf = (end: number) => timeOfDay(Math.ceil(end / MINUTE_MS) * MINUTE_MS);

/** The same of the first of these that goes on; null while none waits for that, or there is no network, which is the nearer reason. */
export function usePace(isOf: IsOf): string | null {
  const end = usePaceEnd(isOf);
  return end === null ? null : texts.sync.tooFast(end);
}

/**
 * What is said of what waits on this device: that it does, or the pace it waits for; `short` where a sentence has no room.
 * @param isOf null where nothing waits
 */
export function useWaitingWords(isOf: IsOf | null, length: 'whole' | 'short' = 'whole'): string {
  const end = usePaceEnd(isOf);
  if (end === null) return texts.sync.waitingToSend;
  return length === 'whole' ? texts.sync.tooFast(end) : texts.sync.goesOn(end);
}

/** The minute in which the first of these goes on, as a time of the day. */
function usePaceEnd(isOf: IsOf | null): string | null {
  const scope = useScopeOrNull();
  const end = useLivePart(isOf && scope ? scope.pending : noActions, (actions) => {
    const ends = actions.flatMap((action) => (isOf?.(action) ? (paceEnd(action) ?? []) : []));
    return ends.length > 0 ? Math.min(...ends) : null;
  });
  // Almost nothing waits for a pace: what does not, follows nothing else.
  const isOffline = useLivePart(
    end !== null && scope ? scope.status : noStatus,
    ({ network }) => network === 'offline',
  );
  return end === null || isOffline ? null : minuteOf(end);
}

/** Whether an action came faster than the server takes them, and waits for that. */
export const isPaced = (action: PendingAction): boolean => paceEnd(action) !== null;

/** Actions of a kind that are about a track. */
export const isAbout =
  (kind: PendingAction['kind'], trackId: string): IsOf =>
  (action) =>
    action.kind === kind && action.payload['track_id'] === trackId;

/** The action that makes a track. */
export const isCreationOf = (trackId: string) => isAbout('track.create', trackId);
