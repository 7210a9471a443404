import type { Scope } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { useAct } from '../../engine/use-act.ts';
import { toast } from '../../engine/toast.ts';
import { refusalText } from './vote-rules.ts';
import { voteTexts } from './vote-texts.ts';

/** Window event with the detail `{ trackId, weight }`. A null weight means no vote. */
const VOTE_EVENT = 'voteUpdate';

/** Casts or edits a vote. Votes are queued, and so work offline. Only the first vote on a track costs ZAPs. */
export function useVote(trackId: string): (weight: number) => Promise<void> {
  const scope = useScope();
  const { run } = useAct('vote.cast', {
    refused(refusal) {
      announce(trackId, scope.track(trackId).get()?.myVote?.weight ?? null);
      return { title: refusalText(refusal) };
    },
  });
  return async (weight) => {
    const id = await run({ track_id: trackId, weight });
    if (id === null) return;
    announce(trackId, weight);
    toastWhenSpent(scope, id);
  };
}

function announce(trackId: string, weight: number | null): void {
  window.dispatchEvent(new CustomEvent(VOTE_EVENT, { detail: { trackId, weight } }));
}

/** Shows a toast once the server has charged for a first vote. An edit is free and shows none. */
function toastWhenSpent(scope: Scope, id: string): void {
  scope.onOutcome(id, (action) => {
    const spent = action?.status === 'applied' ? Number(action.result['zaps_spent'] ?? 0) : 0;
    if (spent > 0) toast({ id, kind: 'zap', title: voteTexts.taken(spent) });
  });
}
