import { useCallback, useEffect, useRef } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { orTell } from '../engine/call-failure.ts';
import { useScope } from '../engine/live.ts';
import { useAct } from '../engine/use-act.ts';
import { toast } from '../engine/toast.ts';
import type { Drafts } from './drafts.ts';
import { refusalWords } from './message-rules.ts';
import { messagesTexts } from './messages-texts.ts';
import { uuid } from '../../sync/model/uuid.ts';

/** What is done in a conversation: send, and see to what was refused (S-28). */
export function useThreadActs(partnerId: string, messages: readonly MessageView[], drafts: Drafts) {
  const scope = useScope();
  const { run } = useAct('message.send', { refused: refusalWords });

  const send = useCallback(
    async (content: string) => {
      const connection = scope.connections.get().find((each) => each.partnerId === partnerId);
      if (connection?.status !== 'accepted') {
        toast({ id: 'message', kind: 'error', title: messagesTexts.notConnected });
        return false;
      }
      const id = await run({ message_id: uuid(), partner_id: partnerId, content });
      return id !== null;
    },
    [scope, partnerId, run],
  );

  const retry = useCallback(
    ({ actionId }: MessageView) => {
      if (actionId !== null) orTell(scope.retry(actionId));
    },
    [scope],
  );
  /** Moves it into the field, before what is being written there. */
  const edit = useCallback(
    ({ actionId, content }: MessageView) => {
      if (actionId === null) return;
      const draft = drafts.get(partnerId);
      drafts.set(partnerId, draft === '' ? content : `${content}\n${draft}`);
      orTell(scope.discard(actionId));
    },
    [scope, drafts, partnerId],
  );

  // What is refused while one looks goes back into the field if that is empty.
  const before = useRef<ReadonlyMap<string, MessageView['state']>>(new Map());
  useEffect(() => {
    for (const message of messages) {
      const was = before.current.get(message.id);
      const isRefused = message.state === 'failed' && was !== undefined && was !== 'failed';
      if (isRefused && drafts.get(partnerId) === '') edit(message);
    }
    before.current = new Map(messages.map(({ id, state }) => [id, state]));
  }, [messages, drafts, partnerId, edit]);

  return { send, retry, edit };
}
