import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { useAct } from '../engine/use-act.ts';

/**
 * When the dialog opens, marks the messages that are loaded by then as read. Until it closes, the rows keep their
 * counts, except those whose conversation was opened (S-27).
 * @param openPartnerId partner of the open conversation
 * @returns the unread count that the list shows for a partner
 */
export function useUnread(openPartnerId: string | null): (partnerId: string) => number {
  const scope = useScope();
  const conversations = useLive(scope.conversations);
  const { run } = useAct('messages.read');
  const counts = useMemo(
    () => new Map(conversations.map(({ partnerId, unread }) => [partnerId, unread])),
    [conversations],
  );
  const [initialCounts] = useState(counts);
  const [readTo] = useState(() => {
    const unread = conversations.filter((conversation) => conversation.unread > 0);
    return unread
      .map(({ partnerId }) => newestSent(scope.conversation(partnerId).get()) ?? '')
      .sort()
      .at(-1);
  });
  const hasMarked = useRef(false);
  useEffect(() => {
    if (!readTo || hasMarked.current) return;
    hasMarked.current = true;
    void run({ partner_id: null, read_to: readTo });
  }, [readTo, run]);

  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (openPartnerId !== null && !opened.has(openPartnerId)) setOpened(new Set([...opened, openPartnerId]));
  const [isMarked, setMarked] = useState(false);
  const countOf = (partnerId: string) => counts.get(partnerId) ?? 0;
  if (!isMarked && [...initialCounts].every(([partnerId, count]) => count === 0 || countOf(partnerId) < count))
    setMarked(true);
  return (partnerId) => {
    const initial = opened.has(partnerId) ? 0 : (initialCounts.get(partnerId) ?? 0);
    // Once the initial messages are marked as read, unread messages are new arrivals.
    return isMarked ? initial + countOf(partnerId) : Math.max(initial, countOf(partnerId));
  };
}

/** When the newest message on the server was sent, by the server's clock; messages up to it are marked as read. */
export function newestSent(messages: readonly MessageView[]): string | undefined {
  return messages.findLast(({ state }) => state === 'sent')?.createdAt;
}
