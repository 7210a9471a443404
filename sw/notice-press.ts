/// <reference lib="webworker" />
import * as z from 'zod/mini';
import type { WorkerMessage } from './messages.ts';

const notice = z.object({ partnerId: z.string() });

/** A notice of a message that is pressed leads to its conversation, in a page of the app that is open; else to a new one. */
export function registerNoticePress(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const about = notice.safeParse(event.notification.data);
    event.waitUntil(lead(worker, about.success ? about.data.partnerId : null));
  });
}

async function lead(worker: ServiceWorkerGlobalScope, partnerId: string | null): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) return void (await worker.clients.openWindow('/connections'));
  await page.focus();
  if (partnerId !== null) page.postMessage({ type: 'OPEN_CONVERSATION', partnerId } satisfies WorkerMessage);
}
