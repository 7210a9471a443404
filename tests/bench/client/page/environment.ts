import { createServerClock } from '../../../../sync/server-clock.ts';
import type { BackendConfig, SyncEnvironment } from '../../../../sync/client.ts';

export function pageEnvironment(config: BackendConfig, wire: typeof fetch): SyncEnvironment {
  const localTexts: SyncEnvironment['localTexts'] = {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => {
      localStorage.setItem(key, value);
      return true;
    },
    remove: (key) => localStorage.removeItem(key),
    keys: () => Object.keys(localStorage),
  };
  return {
    config,
    fetch: wire,
    indexedDB,
    IDBKeyRange,
    isKept: true,
    locks: navigator.locks,
    caches,
    storage: navigator.storage,
    betaToken: { get: () => null, set: () => undefined, clear: () => undefined },
    afterFirstRender: () => Promise.resolve(),
    localTexts,
    now: () => Date.now(),
    serverClock: createServerClock({ now: () => Date.now(), texts: localTexts }),
    random: () => Math.random(),
    visibility: { isVisible: () => true, onChange: () => () => undefined },
    onNetworkChange: () => () => undefined,
    isOnline: () => true,
    saveData: () => false,
    requestBackgroundSync: () => undefined,
  };
}
