import type { SyncClient, SyncEnvironment } from '../../sync/client.ts';
import { backendConfig } from './backend-config.ts';

const BETA_TOKEN = 'beta_session_token';

let opened: Promise<SyncClient> | null = null;

/** Opens the engine once a page, with the browser's own parts; its code arrives after the first paint. */
export function openEngine(): Promise<SyncClient> {
  opened ??= Promise.all([backendConfig(), import('../../sync/client.ts')]).then(([config, { openSync }]) => {
    const client = openSync(pageEnvironment(config));
    // For the console and the browser tests: the door of whoever uses the device, which every page goes through too.
    Object.defineProperty(window, 'undercurrent', { get: () => client.scope.get(), configurable: true });
    return client;
  });
  opened.catch(() => {
    // A failed first visit (no network, nothing kept) may be tried again by the next call.
    opened = null;
  });
  return opened;
}

function pageEnvironment(config: SyncEnvironment['config']): SyncEnvironment {
  return {
    config,
    fetch: (input, init) => fetch(input, init),
    indexedDB,
    IDBKeyRange,
    locks: 'locks' in navigator ? navigator.locks : null,
    caches: 'caches' in window ? window.caches : null,
    storage: {
      estimate: async () => (await navigator.storage?.estimate?.()) ?? {},
      ...(typeof navigator.storage?.persist === 'function' ? { persist: () => navigator.storage.persist() } : {}),
      ...(typeof navigator.storage?.persisted === 'function' ? { persisted: () => navigator.storage.persisted() } : {}),
    },
    betaToken: {
      get: () => sessionStorage.getItem(BETA_TOKEN),
      set: (token) => sessionStorage.setItem(BETA_TOKEN, token),
      clear: () => sessionStorage.removeItem(BETA_TOKEN),
    },
    marks: {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
      remove: (key) => localStorage.removeItem(key),
      keys: () => Object.keys(localStorage),
    },
    now: () => Date.now(),
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
    saveData: () =>
      'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true,
    requestBackgroundSync: () => {
      void navigator.serviceWorker?.ready.then(async (registration) => {
        // Background Sync is Chromium's alone; where it is missing or refused the next open sends (SY-20).
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
