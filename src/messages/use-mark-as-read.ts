import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { pageSignals } from '../platform/page-signals.ts';
import { useAct } from '../engine/use-act.ts';
import { newestSent } from './use-unread.ts';

/**
 * Marks received messages as read while the page is visible.
 * @returns for screen readers, the last message that arrived since the conversation opened; empty if there is none
 */
export function useMarkAsRead(partnerId: string, messages: readonly MessageView[], name: string): string {
  const { run } = useAct('messages.read');
  const isVisible = useSyncExternalStore(pageSignals.onVisibility, pageSignals.isVisible);
  const hasUnread = messages.some(({ senderId, isRead }) => senderId === partnerId && !isRead);
  const readTo = isVisible && hasUnread ? newestSent(messages) : undefined;
  const marked = useRef<string>(undefined);
  useEffect(() => {
    if (readTo === undefined || readTo === marked.current) return;
    marked.current = readTo;
    void run({ partner_id: partnerId, read_to: readTo });
  }, [partnerId, readTo, run]);

  const newest = messages.findLast(({ senderId }) => senderId === partnerId);
  const [newestAtOpen] = useState(newest?.createdAt ?? '');
  return newest && newest.createdAt > newestAtOpen ? `${name}: ${newest.content}` : '';
}
