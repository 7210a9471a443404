import type { PendingAction } from '../../sync/client.ts';
import { timeOfDay } from './format.ts';
import { constant, useIsOffline, useLivePart, useScopeOrNull } from './live.ts';
import { texts } from './texts.ts';

const MINUTE_MS = 60_000;
const noActions = constant<readonly PendingAction[]>([]);

/** When an action goes on that came faster than the server's pace (SY-16), ms since the epoch; null for any other. */
function paceEnd({ state }: PendingAction): number | null {
  return state.kind === 'retrying' && state.why?.code === 'too_fast' ? state.next_at : null;
}

/** Why an action that came too fast waits, and until when; null for any other. By the minute in which it has gone on for certain. */
export function paceWords(action: PendingAction): string | null {
  const end = paceEnd(action);
  return end === null ? null : wordsUntil(end);
}

const wordsUntil = (end: number) => texts.sync.tooFast(timeOfDay(Math.ceil(end / MINUTE_MS) * MINUTE_MS));

/** The same of the first of these that goes on; null while none waits for that, or there is no network, which is the nearer reason. */
export function usePace(isOf: (action: PendingAction) => boolean): string | null {
  const isOffline = useIsOffline();
  const pending = useScopeOrNull()?.pending ?? noActions;
  const end = useLivePart(pending, (actions) => {
    const ends = actions.flatMap((action) => (isOf(action) ? (paceEnd(action) ?? []) : []));
    return ends.length > 0 ? Math.min(...ends) : null;
  });
  return end === null || isOffline ? null : wordsUntil(end);
}

/** Whether an action makes this track. */
export const isCreationOf =
  (trackId: string) =>
  ({ kind, payload }: PendingAction): boolean =>
    kind === 'track.create' && payload['track_id'] === trackId;
