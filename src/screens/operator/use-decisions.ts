import { decideReport, type DecisionRequest, undoDecision } from '../../../sync/model/operator/reports.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { dismissToast, toast } from '../../engine/toast.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { operatorTexts } from './operator-texts.ts';

const UNDO_MS = 10_000;

export interface Decisions {
  isBusy: boolean;
  /** Resolves with true if the decision took effect. */
  decide(request: DecisionRequest): Promise<boolean>;
  undo(actId: string): void;
}

/** Sends decisions and undos. A toast offers the undo for ten seconds. */
export function useDecisions(): Decisions {
  const deciding = useRemoteAct(decideReport);
  const undoing = useRemoteAct(undoDecision);

  async function undo(actId: string): Promise<void> {
    dismissToast(`act-${actId}`);
    const outcome = await undoing.run({ actId });
    if (outcome.kind === 'done') toast({ kind: 'success', title: operatorTexts.undone });
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
  }

  async function decide(request: DecisionRequest): Promise<boolean> {
    const outcome = await deciding.run(request);
    if (outcome.kind === 'refused') {
      toast({ kind: 'error', duration: UNDO_MS, ...outcome.words });
      return false;
    }
    if (outcome.kind !== 'done' || outcome.value === null) return false;
    const actId = outcome.value.act_id;
    const { done } = operatorTexts;
    toast({
      id: `act-${actId}`,
      kind: 'success',
      title: request.decision === 'silence' ? done.silence(request.days ?? 0) : done[request.decision],
      duration: UNDO_MS,
      action: { label: operatorTexts.undo, run: () => toastOnError(undo(actId)) },
    });
    return true;
  }

  return {
    isBusy: deciding.state.kind === 'busy' || undoing.state.kind === 'busy',
    decide,
    undo: (actId) => toastOnError(undo(actId)),
  };
}
