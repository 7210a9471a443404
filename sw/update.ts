import { clientsClaim } from 'workbox-core';
import { pageMessage } from './messages.ts';

/**
 * A new worker waits until the page says that nothing plays and nothing is being sent (SY-21). A worker controls the pages that
 * are open when it activates; a page that was still loading then, or was reloaded past the caches, asks for it.
 */
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
