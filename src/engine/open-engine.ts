import type { SyncClient, SyncEnvironment } from '../../sync/client.ts';
import { fetchWithPrefetch } from '../boot/fetch-with-prefetch.ts';
import { backendConfig } from './backend-config.ts';
import { BETA_TOKEN } from './beta-token.ts';
import { localTexts, openDatabases, type PageDatabases, tabTexts } from '../platform/page-storage.ts';
import { isDataSaverOn } from '../platform/data-saver.ts';
import { afterFirstRender } from './first-render.ts';
import { serverClock } from './server-clock.ts';

let opened: Promise<SyncClient> | null = null;
let openedClient: SyncClient | null = null;

/** Null until the engine is open. */
export function engineNow(): SyncClient | null {
  return openedClient;
}

export function openEngine(): Promise<SyncClient> {
  opened ??= open().catch((error: unknown) => {
    // After a failure, such as a first visit without a network, the next call retries.
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<SyncClient> {
  const parts = [backendConfig(), openDatabases(), import('../../sync/client.ts')] as const;
  const [config, databases, { openSync }] = await Promise.all(parts);
  const client = openSync(pageEnvironment(config, databases));
  // For the console and the browser tests.
  Object.defineProperty(window, 'undercurrentApp', { value: client, configurable: true });
  Object.defineProperty(window, 'undercurrent', { get: () => client.scope.get(), configurable: true });
  openedClient = client;
  return client;
}

function pageEnvironment(config: SyncEnvironment['config'], databases: PageDatabases): SyncEnvironment {
  const { isKept } = databases;
  return {
    config,
    fetch: fetchWithPrefetch,
    ...databases,
    // A browser that blocks storage blocks locks and caches too.
    locks: isKept && 'locks' in navigator ? navigator.locks : null,
    caches: isKept && 'caches' in window ? window.caches : null,
    storage: {
      estimate: async () => (await navigator.storage?.estimate?.()) ?? {},
      ...(typeof navigator.storage?.persist === 'function' ? { persist: () => navigator.storage.persist() } : {}),
      ...(typeof navigator.storage?.persisted === 'function' ? { persisted: () => navigator.storage.persisted() } : {}),
    },
    betaToken: {
      get: () => tabTexts.get(BETA_TOKEN),
      set: (token) => tabTexts.set(BETA_TOKEN, token),
      clear: () => tabTexts.remove(BETA_TOKEN),
    },
    localTexts,
    afterFirstRender,
    now: () => Date.now(),
    serverClock,
    random: () => Math.random(),
    visibility: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (listener) => listen(document, 'visibilitychange', listener),
    },
    onNetworkChange: (listener) => {
      const stops = ['online', 'offline'].map((type) => listen(window, type, listener));
      return () => stops.forEach((stop) => stop());
    },
    isOnline: () => navigator.onLine,
    saveData: isDataSaverOn,
    requestBackgroundSync: () => {
      void navigator.serviceWorker?.ready.then(async (registration) => {
        // Only Chromium has Background Sync (SY-20).
        const sync = 'sync' in registration ? (registration.sync as { register(tag: string): Promise<void> }) : null;
        await sync?.register('undercurrent-outbox').catch(() => undefined);
      });
    },
  };
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
