// Dexie's live queries use the global IndexedDB.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import { createLocks } from './locks.ts';
import { createServerClock } from '../../../sync/server-clock.ts';
import type { Live, Scope, SyncClient, SyncEnvironment } from '../../../sync/client.ts';

export interface Browser {
  indexedDB: IDBFactory;
  localTexts: Map<string, string>;
  caches: Map<string, Map<string, Response>>;
  locks: LockManager;
}

export function newBrowser(): Browser {
  return { indexedDB: new IDBFactory(), localTexts: new Map(), caches: new Map(), locks: createLocks() };
}

export function pageOf(
  browser: Browser,
  config: SyncEnvironment['config'],
  change: Partial<SyncEnvironment> = {},
): SyncEnvironment {
  let token: string | null = null;
  const localTexts = {
    get: (key: string) => browser.localTexts.get(key) ?? null,
    set: (key: string, value: string) => browser.localTexts.set(key, value).has(key),
    remove: (key: string) => void browser.localTexts.delete(key),
    keys: () => [...browser.localTexts.keys()],
  };
  const now = change.now ?? (() => Date.now());
  return {
    config,
    fetch: (input, init) => fetch(input, init),
    indexedDB: browser.indexedDB,
    IDBKeyRange,
    isKept: true,
    locks: browser.locks,
    caches: cacheStorage(browser.caches),
    storage: { estimate: () => Promise.resolve({ quota: 1e9, usage: 0 }) },
    betaToken: {
      get: () => token,
      set: (next) => {
        token = next;
      },
      clear: () => {
        token = null;
      },
    },
    afterFirstRender: () => Promise.resolve(),
    localTexts,
    now,
    serverClock: createServerClock({ now, texts: localTexts }),
    random: () => Math.random(),
    visibility: { isVisible: () => true, onChange: () => () => undefined },
    onNetworkChange: () => () => undefined,
    isOnline: () => true,
    saveData: () => false,
    requestBackgroundSync: () => undefined,
    ...change,
  };
}

/** @param isFull whether the disk is full, so that a put is rejected; awaited before each put */
export function cacheStorage(
  caches: Map<string, Map<string, Response>>,
  isFull: () => boolean | Promise<boolean> = () => false,
): CacheStorage {
  const key = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));
  const open = (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, entries);
    return {
      match: (request: RequestInfo | URL) => Promise.resolve(entries.get(key(request))?.clone()),
      put: async (request: RequestInfo | URL, response: Response) => {
        if (await isFull()) throw new DOMException('full', 'QuotaExceededError');
        entries.set(key(request), response);
      },
      delete: (request: RequestInfo | URL) => Promise.resolve(entries.delete(key(request))),
      keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
    };
  };
  return {
    open: (name: string) => Promise.resolve(open(name)),
    delete: (name: string) => Promise.resolve(caches.delete(name)),
    keys: () => Promise.resolve([...caches.keys()]),
    has: (name: string) => Promise.resolve(caches.has(name)),
    match: (request: RequestInfo | URL, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      Promise.resolve(caches.get(cacheName)?.get(key(request))?.clone()),
  } as unknown as CacheStorage;
}

export async function until<T>(live: Live<T>, isWanted: (value: T) => boolean, timeout = 10_000): Promise<T> {
  await vi.waitFor(() => expect(isWanted(live.get()), JSON.stringify(live.get())).toBe(true), {
    timeout,
    interval: 10,
  });
  return live.get();
}

export async function scopeOf(client: SyncClient): Promise<Scope> {
  const scope = await until(client.scope, (value) => value !== null);
  if (!scope) throw new Error('the page has no scope');
  return scope;
}
