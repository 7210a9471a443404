/// <reference lib="webworker" />
import * as z from 'zod/mini';
import { conversationAddress } from './conversation-address.ts';
import type { WorkerMessage } from './messages.ts';

const notice = z.object({ partnerId: z.string() });

/** Longest wait for a page's answer. A page that does not answer may be loading, or have nobody signed in. */
const ANSWER_MS = 2000;

export function registerNotificationClick(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const about = notice.safeParse(event.notification.data);
    event.waitUntil(openFromNotification(worker, about.success ? about.data.partnerId : null));
  });
}

async function openFromNotification({ clients }: ServiceWorkerGlobalScope, partnerId: string | null): Promise<void> {
  const address = partnerId === null ? '/connections' : conversationAddress(partnerId);
  // Pages of a first visit are not controlled yet.
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages.find(isVisible) ?? pages[0];
  if (!page) return void (await clients.openWindow(address));
  // A frozen page receives no message, so focus first.
  await page.focus().catch(() => undefined);
  // Without a conversation to open, the page stays where it is.
  if (partnerId === null || (await openInPage(page, partnerId))) return;
  // An uncontrolled page cannot be navigated.
  await page.navigate(address).catch(() => clients.openWindow(address));
}

const isVisible = ({ visibilityState }: WindowClient) => visibilityState === 'visible';

/** Asks the page to open the conversation itself, so that its playback continues. @returns whether the page answered */
function openInPage(page: WindowClient, partnerId: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (isAnswered: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(isAnswered);
    };
    const timer = setTimeout(() => settle(false), ANSWER_MS);
    port1.onmessage = () => settle(true);
    page.postMessage({ type: 'OPEN_CONVERSATION', partnerId } satisfies WorkerMessage, [port2]);
  });
}
