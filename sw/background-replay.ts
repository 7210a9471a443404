import { createServerClock } from '../sync/server-clock.ts';
import { drainInBackground } from '../sync/worker.ts';
import { readBackend } from './config.ts';

/** Background Sync tag that pages register (SY-20). */
const TAG = 'undercurrent-outbox';

/** Sends the queue at a Background Sync event (SY-20). Only Chromium has these events, so nothing depends on them. */
export function registerBackgroundReplay(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event: Event) => {
    if (!isSyncEvent(event) || event.tag !== TAG) return;
    event.waitUntil(replay(scope, event));
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
    isKept: true,
    locks: scope.navigator.locks ?? null,
    caches: scope.caches,
    storage: { estimate: () => scope.navigator.storage.estimate() },
    // Only pages have the beta token; the worker acts for signed-in people only.
    betaToken: { get: () => null, set: () => undefined, clear: () => undefined },
    afterFirstRender: () => Promise.resolve(),
    localTexts: null,
    now: () => Date.now(),
    serverClock: createServerClock({ now: () => Date.now(), texts: null }),
    random: () => Math.random(),
    visibility: { isVisible: () => false, onChange: () => () => undefined },
    onNetworkChange: () => () => undefined,
    isOnline: () => scope.navigator.onLine,
    saveData: () => false,
    requestBackgroundSync: () => undefined,
  });
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** TypeScript's library lacks Chromium's `sync` event. */
function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event;
}
