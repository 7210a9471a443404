import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { useAct } from '../engine/use-act.ts';

/**
 * Marks all messages as read when the dialog opens. Until it closes, the rows keep their counts, except those whose
 * conversation was opened (S-27).
 * @param chosen partner of the open conversation
 * @returns the unread count that the list shows for a partner
 */
export function useUnread(chosen: string | null): (partnerId: string) => number {
  const scope = useScope();
  const conversations = useLive(scope.conversations);
  const { run } = useAct('messages.read');
  const counts = useMemo(() => new Map(conversations.map((each) => [each.partnerId, each.unread])), [conversations]);
  const [kept] = useState(counts);
  const [readTo] = useState(() => {
    const unread = conversations.filter((each) => each.unread > 0);
    return unread
      .map(({ partnerId }) => newestSent(scope.conversation(partnerId).get()) ?? '')
      .sort()
      .at(-1);
  });
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!readTo || hasAsked.current) return;
    hasAsked.current = true;
    void run({ partner_id: null, read_to: readTo });
  }, [readTo, run]);

  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (chosen !== null && !opened.has(chosen)) setOpened(new Set([...opened, chosen]));
  const [isMarked, setMarked] = useState(false);
  const countOf = (partnerId: string) => counts.get(partnerId) ?? 0;
  if (!isMarked && [...kept].every(([partnerId, count]) => count === 0 || countOf(partnerId) < count)) setMarked(true);
  return (partnerId) => {
    const before = opened.has(partnerId) ? 0 : (kept.get(partnerId) ?? 0);
    // Once they are marked, unread messages are new arrivals.
    return isMarked ? before + countOf(partnerId) : Math.max(before, countOf(partnerId));
  };
}

/** When the newest message on the server was sent, by the server's clock; messages up to it are marked as read. */
export function newestSent(messages: readonly MessageView[]): string | undefined {
  return messages.findLast(({ state }) => state === 'sent')?.createdAt;
}
