import { useScope } from '../../engine/live.ts';
import { toastOutcome } from '../../engine/toast-outcome.ts';
import { useAct } from '../../engine/use-act.ts';
import { safetyTexts } from './safety-texts.ts';

/** Blocking and unblocking apply on this device at once, and are queued for the server (S-49). */
export function useBlock(personId: string, name: string) {
  const scope = useScope();
  const blockAct = useAct('connection.block', {
    refused: ({ message }) => ({ title: safetyTexts.notBlocked, text: message }),
  });
  const unblockAct = useAct('connection.unblock', {
    refused: ({ message }) => ({ title: safetyTexts.notUnblocked, text: message }),
  });
  const toastResult = (id: string | null, done: string) => {
    if (id !== null) toastOutcome(scope, id, { done, later: safetyTexts.blockedLater });
    return id !== null;
  };
  return {
    async block() {
      return toastResult(await blockAct.run({ partner_id: personId }), safetyTexts.blocked(name));
    },
    async unblock() {
      return toastResult(await unblockAct.run({ partner_id: personId }), safetyTexts.unblocked(name));
    },
  };
}
