import { useEffect } from 'react';
import type { ConversationView, Scope } from '../../sync/client.ts';
import { useScope } from '../engine/live.ts';
import { messagesTexts } from './messages-texts.ts';
import {
  closeNotifications,
  isVisibleInAnyTab,
  onNotificationPress,
  setAppBadge,
  showNotification,
  holdVisibleLock,
  watchNewMessages,
} from './notifications.ts';

export function NotificationWatch({ count, onOpen }: { count: number; onOpen: (partnerId: string) => void }) {
  const scope = useScope();
  useEffect(() => holdVisibleLock(scope.owner), [scope]);
  useEffect(() => setAppBadge(count), [count]);
  useEffect(() => () => setAppBadge(0), []);
  useEffect(() => scope.onClose(() => void closeNotifications().catch(() => undefined)), [scope]);
  useEffect(
    () =>
      watchNewMessages(scope, (conversation) => {
        // The message is in the list even if the notification fails.
        notify(scope, conversation).catch(() => undefined);
      }),
    [scope],
  );
  useEffect(() => onNotificationPress(onOpen), [onOpen]);
  return null;
}

async function notify(scope: Scope, { partnerId, last }: ConversationView): Promise<void> {
  if (await isVisibleInAnyTab(scope.owner)) return;
  const partner = scope.connections.get().find((connection) => connection.partnerId === partnerId)?.partner;
  await showNotification(partnerId, partner?.artistName || messagesTexts.unknown, last.content);
}
