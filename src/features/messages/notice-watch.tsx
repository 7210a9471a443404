import { useEffect } from 'react';
import { useScope } from '../../lib/live.ts';
import { messagesTexts } from './messages-texts.ts';
import { closeNotices, onNoticePress, setAppBadge, showNotice, watchArrivals } from './notices.ts';

/** Tells outside of the page what waits: a count on the app's sign, and a message that comes while the page is hidden. */
export function NoticeWatch({ count, onOpen }: { count: number; onOpen: (partnerId: string) => void }) {
  const scope = useScope();
  useEffect(() => setAppBadge(count), [count]);
  // With the person goes what waited for them, and the words that were shown to them.
  useEffect(() => () => setAppBadge(0), []);
  useEffect(() => scope.onClose(() => void closeNotices().catch(() => undefined)), [scope]);
  useEffect(
    () =>
      watchArrivals(scope, ({ partnerId, last }) => {
        if (document.visibilityState === 'visible') return;
        const partner = scope.connections.get().find((each) => each.partnerId === partnerId)?.partner;
        // One that cannot be shown is in the list all the same.
        showNotice(partnerId, partner?.artistName || messagesTexts.unknown, last.content).catch(() => undefined);
      }),
    [scope],
  );
  useEffect(() => onNoticePress(onOpen), [onOpen]);
  return null;
}
