/// <reference lib="webworker" />
import * as z from 'zod/mini';
import { conversationAddress } from './conversation-address.ts';
import type { WorkerMessage } from './messages.ts';

const notice = z.object({ partnerId: z.string() });

/** A page that has not taken a message after this long, in ms, cannot: it is loading, or nobody is signed in there. */
const ANSWER_MS = 2000;

/** A notice of a message that is pressed leads to its conversation, in a page of the app that is open; else in a new one. */
export function registerNoticePress(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const about = notice.safeParse(event.notification.data);
    event.waitUntil(openConversation(worker, about.success ? about.data.partnerId : null));
  });
}

async function openConversation({ clients }: ServiceWorkerGlobalScope, partnerId: string | null): Promise<void> {
  const address = partnerId === null ? '/connections' : conversationAddress(partnerId);
  // Those of a first visit are not controlled yet.
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages.find(isVisible) ?? pages[0];
  if (!page) return void (await clients.openWindow(address));
  // First, since a page that the browser froze takes no message; one that may not be focused shows the conversation all the same.
  await page.focus().catch(() => undefined);
  if (partnerId === null || (await isTaken(page, partnerId))) return;
  // A page that is not controlled cannot be led.
  await page.navigate(address).catch(() => clients.openWindow(address));
}

const isVisible = ({ visibilityState }: WindowClient) => visibilityState === 'visible';

/** Asks a page to open the conversation, which keeps what plays there; false when it does not answer. */
function isTaken(page: WindowClient, partnerId: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (taken: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(taken);
    };
    const timer = setTimeout(() => settle(false), ANSWER_MS);
    port1.onmessage = () => settle(true);
    page.postMessage({ type: 'OPEN_CONVERSATION', partnerId } satisfies WorkerMessage, [port2]);
  });
}
