import { clientsClaim } from 'workbox-core';
import { pageMessage } from './messages.ts';

/** A new worker waits until a page asks it to take over (SY-21), then claims the open pages. A page without a controller may ask later. */
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
