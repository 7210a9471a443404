import { useEffect } from 'react';
import type { ConversationView, Scope } from '../../sync/client.ts';
import { useScope } from '../engine/live.ts';
import { messagesTexts } from './messages-texts.ts';
import {
  closeNotices,
  isLookedAt,
  onNoticePress,
  setAppBadge,
  showNotice,
  tellLookedAt,
  watchArrivals,
} from './notices.ts';

/** Tells outside of the page what waits: a count on the app's sign, and a message that comes while the page is hidden. */
export function NoticeWatch({ count, onOpen }: { count: number; onOpen: (partnerId: string) => void }) {
  const scope = useScope();
  useEffect(() => tellLookedAt(scope.owner), [scope]);
  useEffect(() => setAppBadge(count), [count]);
  // With the person goes what waited for them, and the words that were shown to them.
  useEffect(() => () => setAppBadge(0), []);
  useEffect(() => scope.onClose(() => void closeNotices().catch(() => undefined)), [scope]);
  useEffect(
    () =>
      watchArrivals(scope, (conversation) => {
        // One that cannot be shown is in the list all the same.
        tell(scope, conversation).catch(() => undefined);
      }),
    [scope],
  );
  useEffect(() => onNoticePress(onOpen), [onOpen]);
  return null;
}

async function tell(scope: Scope, { partnerId, last }: ConversationView): Promise<void> {
  if (await isLookedAt(scope.owner)) return;
  const partner = scope.connections.get().find((each) => each.partnerId === partnerId)?.partner;
  await showNotice(partnerId, partner?.artistName || messagesTexts.unknown, last.content);
}
