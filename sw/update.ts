import { clientsClaim } from 'workbox-core';
import { pageMessage } from './messages.ts';

/** A new worker waits until nothing is playing or being sent (SY-21). Pages without a controller ask to be claimed. */
export function registerUpdate(scope: ServiceWorkerGlobalScope): void {
  clientsClaim();
  scope.addEventListener('message', (event) => {
    const message = pageMessage.safeParse(event.data);
    if (!message.success) return;
    switch (message.data.type) {
      case 'SKIP_WAITING':
        event.waitUntil(scope.skipWaiting());
        break;
      case 'CLAIM':
        event.waitUntil(scope.clients.claim());
    }
  });
}
