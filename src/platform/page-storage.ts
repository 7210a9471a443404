import { type PageLifecycle, abortTransactionsOnFreeze } from './page-freeze.ts';

export interface PageStorage {
  get(key: string): string | null;
  /** False if the text is only in memory. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

export const localTexts = openTexts('localStorage');
export const tabTexts = openTexts('sessionStorage');

/**
 * A storage that falls back to memory. Even accessing blocked storage throws, so only this file, index.html and the boot scripts access it
 * directly.
 */
function openTexts(name: 'localStorage' | 'sessionStorage'): PageStorage {
  const storage = openStorage(name);
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? storage?.getItem(key) ?? null,
    set(key, value) {
      try {
        storage?.setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
      if (!storage) memory.set(key, value);
      return !memory.has(key);
    },
    remove(key) {
      memory.delete(key);
      storage?.removeItem(key);
    },
    keys: () => [...new Set([...memory.keys(), ...Object.keys(storage ?? {})])],
  };
}

function openStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    const storage = window[name];
    storage.getItem('');
    return storage;
  } catch {
    return null;
  }
}

export interface PageDatabases {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** False if the databases are only in memory. */
  isKept: boolean;
}

/** Longest wait for the probe database, in ms. A slower database counts as available, not as blocked. */
const PROBE_MS = 3000;

/** Falls back to in-memory databases if the browser blocks IndexedDB. */
export async function openDatabases(): Promise<PageDatabases> {
  if (await canOpen()) {
    const indexedDB = abortTransactionsOnFreeze(window.indexedDB, lifecycle);
    return { indexedDB, IDBKeyRange: window.IDBKeyRange, isKept: true };
  }
  const fake = await import('fake-indexeddb');
  return { indexedDB: new fake.IDBFactory(), IDBKeyRange: fake.IDBKeyRange, isKept: false };
}

const lifecycle: PageLifecycle = {
  onFreeze: (listener) => window.addEventListener('pagehide', ({ persisted }) => persisted && listener()),
  onRestore: (listener) => window.addEventListener('pageshow', ({ persisted }) => persisted && listener()),
  reload: () => window.location.reload(),
};

function canOpen(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = window.indexedDB.open('undercurrent-probe');
      const timer = setTimeout(() => resolve(true), PROBE_MS);
      const settle = (isOpen: boolean) => {
        clearTimeout(timer);
        resolve(isOpen);
      };
      request.onerror = () => settle(false);
      request.onsuccess = () => {
        request.result.close();
        settle(true);
      };
    } catch {
      resolve(false);
    }
  });
}
