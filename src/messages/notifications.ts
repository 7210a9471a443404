import { workerMessage } from '../../sw/messages.ts';
import type { ConversationView, Scope } from '../../sync/client.ts';
import { pageSignals } from '../platform/page-signals.ts';

export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Rejects on platforms without badges.
  const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  set.catch(() => undefined);
}

/** Reports conversations with a new unread message. Messages of the first sync are not reported. */
export function watchNewMessages(
  scope: Pick<Scope, 'conversations' | 'isFilled'>,
  onArrival: (conversation: ConversationView) => void,
): () => void {
  let newestSeen: string | null = null;
  const check = () => {
    if (!scope.isFilled.get()) return;
    const received = scope.conversations
      .get()
      .filter(({ partnerId, last }) => last.senderId === partnerId && last.state === 'sent');
    const before = newestSeen;
    newestSeen = received.reduce(
      (newest, { last }) => (last.createdAt > newest ? last.createdAt : newest),
      before ?? '',
    );
    if (before === null) return;
    for (const conversation of received)
      if (conversation.last.createdAt > before && conversation.unread > 0) onArrival(conversation);
  };
  check();
  const stops = [scope.conversations.subscribe(check), scope.isFilled.subscribe(check)];
  return () => {
    for (const stop of stops) stop();
  };
}

const visibleLockName = (owner: string) => `looked-at:${owner}`;

/** Holds a shared lock while this tab is visible. `isVisibleInAnyTab` queries the lock. */
export function holdVisibleLock(owner: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let release = () => {};
  const update = () => {
    release();
    if (!pageSignals.isVisible()) return;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    navigator.locks.request(visibleLockName(owner), { mode: 'shared' }, () => until).catch(() => undefined);
  };
  update();
  const stop = pageSignals.onVisibility(update);
  return () => {
    stop();
    release();
  };
}

/** Whether a tab of this person is visible in this browser. Without Web Locks, other tabs are not considered. */
export async function isVisibleInAnyTab(owner: string): Promise<boolean> {
  if (pageSignals.isVisible() || !('locks' in navigator)) return pageSignals.isVisible();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === visibleLockName(owner));
}

export function canAskPermission(): boolean {
  return 'Notification' in window && 'serviceWorker' in navigator && Notification.permission === 'default';
}

/** Shows a notification of a message, if the person allows it. A partner's new notification replaces their previous one. */
export async function showNotification(partnerId: string, name: string, text: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // Phones support only notifications of a service worker.
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(name, {
    body: text,
    tag: partnerId,
    icon: '/icons/icon-192.png',
    data: { partnerId },
  });
}

export async function closeNotifications(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  for (const notice of await registration.getNotifications()) notice.close();
}

export function onNotificationPress(open: (partnerId: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listener = ({ data, ports }: MessageEvent<unknown>) => {
    const message = workerMessage.safeParse(data);
    if (!message.success) return;
    open(message.data.partnerId);
    // Without this response the worker navigates the page itself.
    ports[0]?.postMessage(null);
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}
