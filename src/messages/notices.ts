import { workerMessage } from '../../sw/messages.ts';
import type { ConversationView, Scope } from '../../sync/client.ts';
import { pageSignals } from '../platform/page-signals.ts';

/** Shows how much waits on the app's sign, where the platform has one; nothing for none. */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // A platform without a place for it refuses.
  const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  set.catch(() => undefined);
}

/**
 * Tells of each message that comes from now on and is unread; not of those that the first sync brings.
 * @returns how to stop
 */
export function watchArrivals(
  scope: Pick<Scope, 'conversations' | 'isFilled'>,
  onArrival: (conversation: ConversationView) => void,
): () => void {
  let seenTo: string | null = null;
  const look = () => {
    if (!scope.isFilled.get()) return;
    const received = scope.conversations
      .get()
      .filter(({ partnerId, last }) => last.senderId === partnerId && last.state === 'sent');
    const before = seenTo;
    seenTo = received.reduce((newest, { last }) => (last.createdAt > newest ? last.createdAt : newest), before ?? '');
    if (before === null) return;
    for (const conversation of received)
      if (conversation.last.createdAt > before && conversation.unread > 0) onArrival(conversation);
  };
  look();
  const stops = [scope.conversations.subscribe(look), scope.isFilled.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}

const lookedAtLock = (owner: string) => `looked-at:${owner}`;

/** While this tab is looked at, the others of the same person know. @returns how to stop */
export function tellLookedAt(owner: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let letGo = () => {};
  const follow = () => {
    letGo();
    if (!pageSignals.isVisible()) return;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks.request(lookedAtLock(owner), { mode: 'shared' }, () => until).catch(() => undefined);
  };
  follow();
  const stop = pageSignals.onVisibility(follow);
  return () => {
    stop();
    letGo();
  };
}

/** Whether a tab of this person is looked at; where tabs cannot tell each other, this one speaks for itself. */
export async function isLookedAt(owner: string): Promise<boolean> {
  if (pageSignals.isVisible() || !('locks' in navigator)) return pageSignals.isVisible();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lookedAtLock(owner));
}

/** Whether the person can be asked to allow notices: not answered yet, and the browser has them. */
export function canAsk(): boolean {
  return 'Notification' in window && 'serviceWorker' in navigator && Notification.permission === 'default';
}

/** Shows a message outside of the page, if that was allowed. One of each person at a time. */
export async function showNotice(partnerId: string, name: string, text: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // The worker's, since phones know no others.
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(name, {
    body: text,
    tag: partnerId,
    icon: '/icons/icon-192.png',
    data: { partnerId },
  });
}

/** Takes every notice away that still stands. */
export async function closeNotices(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  for (const notice of await registration.getNotifications()) notice.close();
}

/** Hears which notice was pressed. @returns how to stop */
export function onNoticePress(open: (partnerId: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listener = ({ data, ports }: MessageEvent<unknown>) => {
    const message = workerMessage.safeParse(data);
    if (!message.success) return;
    open(message.data.partnerId);
    // The worker waits for this before it leads the page there itself.
    ports[0]?.postMessage(null);
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}
