import type { ConnectionView } from '../../../sync/client.ts';
import { useLivePart, useScope } from '../../engine/live.ts';
import { toastOutcome } from '../../engine/toast-outcome.ts';
import { useAct } from '../../engine/use-act.ts';
import { connectionTexts } from './connection-texts.ts';

export function useConnection(personId: string): ConnectionView | null {
  return useLivePart(useScope().connections, (all) => all.find(({ partnerId }) => partnerId === personId) ?? null);
}

/** Requests, answers and ends a connection. Each action is queued, and so works offline. */
export function useConnectionActs(personId: string) {
  const scope = useScope();
  const requestAct = useAct('connection.request', { refused: ({ message }) => ({ title: refusalText(message) }) });
  const acceptAct = useAct('connection.answer', {
    refused: () => ({ title: connectionTexts.answerFailed.accepted }),
  });
  const declineAct = useAct('connection.answer', {
    refused: () => ({ title: connectionTexts.answerFailed.declined }),
  });
  const endAct = useAct('connection.end');
  const toastResult = (id: string | null, done: string, later: string) => {
    if (id !== null) toastOutcome(scope, id, { done, later });
  };
  return {
    async request() {
      const id = await requestAct.run({ partner_id: personId });
      toastResult(id, connectionTexts.sent, connectionTexts.sentLater);
    },
    async answer(status: 'accepted' | 'declined') {
      const id = await (status === 'accepted' ? acceptAct : declineAct).run({ partner_id: personId, status });
      toastResult(id, connectionTexts.answered(status), connectionTexts.answeredLater);
    },
    async disconnect() {
      const id = await endAct.run({ partner_id: personId });
      toastResult(id, connectionTexts.ended, connectionTexts.answeredLater);
    },
  };
}

export function refusalText(message: string): string {
  if (message === connectionTexts.exists) return connectionTexts.exists;
  if (message.includes('profile must be completed')) return connectionTexts.ownIncomplete;
  if (message.includes('Cannot connect to a user without')) return connectionTexts.otherIncomplete;
  return connectionTexts.sendFailed;
}
