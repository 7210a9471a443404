import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { useAct } from '../engine/use-act.ts';

/**
 * Marks everybody's messages as read when the dialog opens. Until it closes the rows keep the counts they had, but for those
 * whose conversation was opened (S-27).
 * @param chosen whose conversation is open
 * @returns how many of a partner's messages the list shows as unread
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
    // Once they are marked, what is unread has come since.
    return isMarked ? before + countOf(partnerId) : Math.max(before, countOf(partnerId));
  };
}

/** When the newest message that the server has was sent: by its clock, up to which the others were read. */
export function newestSent(messages: readonly MessageView[]): string | undefined {
  return messages.findLast(({ state }) => state === 'sent')?.createdAt;
}
