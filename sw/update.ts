import { clientsClaim } from 'workbox-core';
import { pageMessage } from './messages.ts';

/** A new worker waits until the page says that nothing plays and nothing is being sent (SY-21). */
export function registerUpdate(scope: ServiceWorkerGlobalScope): void {
  clientsClaim();
  scope.addEventListener('message', (event) => {
    const message = pageMessage.safeParse(event.data);
    if (!message.success) return;
    switch (message.data.type) {
      case 'SKIP_WAITING':
        event.waitUntil(scope.skipWaiting());
    }
  });
}
