import { drainInBackground } from '../sync/worker.ts';
import { readBackend } from './config.ts';

/** Background Sync tag that pages register (SY-20). */
const TAG = 'undercurrent-outbox';

/** Sends the queue at a Background Sync event (SY-20). Only Chromium has these events, so nothing depends on them. */
export function registerBackgroundReplay(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === TAG) event.waitUntil(replay(scope, event));
  });
}

async function replay(scope: ServiceWorkerGlobalScope, event: ExtendableEvent): Promise<void> {
  const config = await readBackend(event);
  // A rejection makes the browser retry later.
  if (!config) throw new Error('the backend is not known yet');
  await drainInBackground({
    config,
    fetch: (input, init) => fetch(input, init),
    indexedDB: scope.indexedDB,
    IDBKeyRange,
    locks: scope.navigator.locks ?? null,
    now: () => Date.now(),
    random: () => Math.random(),
  });
}

declare global {
  /** TypeScript's library lacks Chromium's `sync` event. */
  interface ServiceWorkerGlobalScopeEventMap {
    readonly sync: ExtendableEvent & { readonly tag: string };
  }
}
