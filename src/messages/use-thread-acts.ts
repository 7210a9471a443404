import { useCallback, useEffect } from 'react';
import type { Conversation, MessageView } from '../../sync/client.ts';
import { uuid } from '../../sync/model/uuid.ts';
import { toastOnError } from '../engine/call-failure.ts';
import { useScope } from '../engine/live.ts';
import { toast } from '../engine/toast.ts';
import { onRefusal, useAct } from '../engine/use-act.ts';
import type { Drafts } from './drafts.ts';
import { refusalText } from './message-rules.ts';
import { messagesTexts } from './messages-texts.ts';

export function useThreadActs(partnerId: string, conversation: Conversation, drafts: Drafts) {
  const scope = useScope();
  const { run } = useAct('message.send');

  /** Returns the text of a refused message to the field, if the field is empty. */
  const watchRefusal = useCallback(
    (actionId: string, content: string) =>
      onRefusal(scope, actionId, (refusal) => {
        toast({ id: actionId, kind: 'error', ...refusalText(refusal) });
        if (drafts.get(partnerId) !== '') return;
        drafts.set(partnerId, content);
        toastOnError(scope.discard(actionId));
      }),
    [scope, drafts, partnerId],
  );
  // Messages queued in an earlier visit may still be refused.
  useEffect(() => {
    for (const { actionId, state, content } of conversation.get())
      if (actionId !== null && state !== 'failed') watchRefusal(actionId, content);
  }, [conversation, watchRefusal]);

  const send = useCallback(
    async (content: string) => {
      const connection = scope.connections.get().find((candidate) => candidate.partnerId === partnerId);
      if (connection?.status !== 'accepted') {
        toast({ id: 'message', kind: 'error', title: messagesTexts.notConnected });
        return false;
      }
      const id = await run({ message_id: uuid(), partner_id: partnerId, content });
      if (id !== null) watchRefusal(id, content);
      return id !== null;
    },
    [scope, partnerId, run, watchRefusal],
  );

  const retry = useCallback(
    ({ actionId, content }: MessageView) => {
      if (actionId === null) return;
      watchRefusal(actionId, content);
      toastOnError(scope.retry(actionId));
    },
    [scope, watchRefusal],
  );
  /** Returns an unsent message to the field. Does nothing if a retry is sending the message at this moment. */
  const edit = useCallback(
    ({ actionId, content }: MessageView) => {
      if (actionId === null) return;
      const move = async () => {
        if (!(await scope.discard(actionId))) return;
        const draft = drafts.get(partnerId);
        drafts.set(partnerId, draft === '' ? content : `${content}\n${draft}`);
      };
      toastOnError(move());
    },
    [scope, drafts, partnerId],
  );

  return { send, retry, edit };
}
