import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { useAct } from '../engine/use-act.ts';

/**
 * Marks loaded messages as read when the dialog opens. A row keeps its count until its conversation is opened or the dialog closes (S-27).
 * @returns the count of a partner's row
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
    // Once the initial messages are marked as read, all unread messages are new.
    return isMarked ? initial + countOf(partnerId) : Math.max(initial, countOf(partnerId));
  };
}

export function newestSent(messages: readonly MessageView[]): string | undefined {
  return messages.findLast(({ state }) => state === 'sent')?.createdAt;
}
