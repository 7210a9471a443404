import type { RemoteAct } from '../../../sync/model/remote-acts.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useScope } from '../../engine/live.ts';
import { announcePageEvent } from '../../platform/page-events.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { today } from '../../engine/use-today.ts';
import { triggerZapBadge } from '../zaps/zap-rise.ts';
import { toast } from '../../engine/toast.ts';
import { type ClaimsOfVisit, claimsOfVisit } from './claims-of-visit.ts';

/** Claims a reward. Shows a toast for a failure, and for a success unless the reward was already claimed. */
export function useClaim<T extends { message: string }>(
  act: RemoteAct<null, T>,
  which: keyof ClaimsOfVisit,
  amountOf: (answer: T) => number,
): { isBusy: boolean; claim: () => void } {
  const scope = useScope();
  const { state, run } = useRemoteAct(act);
  const isBusy = state.kind === 'busy';

  async function claim() {
    const day = today();
    const outcome = await run(null);
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    const visit = claimsOfVisit(scope);
    visit.set({ ...visit.get(), [which]: day });
    announcePageEvent('zapStoreRefresh');
    // A null value means that the reward was already claimed, so its amount is unknown.
    if (outcome.value === null) return;
    toast({ kind: 'zap', title: outcome.value.message });
    triggerZapBadge(amountOf(outcome.value));
  }
  return { isBusy, claim: () => (isBusy ? undefined : toastOnError(claim())) };
}
