import { type PutAway, abortTransactionsOnFreeze } from './page-freeze.ts';

/** A key-value store of texts: the browser's, with an in-memory fallback if that is blocked or full. */
export interface PageStorage {
  get(key: string): string | null;
  /** False if the text is only in memory. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

/** Survives the visit. */
export const localTexts = openTexts('localStorage');
/** Lives as long as the tab. */
export const tabTexts = openTexts('sessionStorage');

/** Even accessing blocked storage throws, so it is accessed only here. */
function openTexts(name: 'localStorage' | 'sessionStorage'): PageStorage {
  const storage = openStorage(name);
  /** Texts that the browser could not store. */
  const own = new Map<string, string>();
  return {
    get: (key) => own.get(key) ?? storage?.getItem(key) ?? null,
    set(key, value) {
      try {
        storage?.setItem(key, value);
        own.delete(key);
      } catch {
        own.set(key, value);
      }
      if (!storage) own.set(key, value);
      return !own.has(key);
    },
    remove(key) {
      own.delete(key);
      storage?.removeItem(key);
    },
    keys: () => [...new Set([...own.keys(), ...Object.keys(storage ?? {})])],
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

/** The databases of this page. `isKept` is false if they are only in memory. */
export interface PageDatabases {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  isKept: boolean;
}

/** If opening takes longer than this (ms), it counts as slow, not as blocked. */
const PROBE_MS = 3000;

/** IndexedDB, or an in-memory implementation if the browser blocks it: the app then works but stores nothing. */
export async function openDatabases(): Promise<PageDatabases> {
  if (await canOpen()) {
    const indexedDB = abortTransactionsOnFreeze(window.indexedDB, putAway);
    return { indexedDB, IDBKeyRange: window.IDBKeyRange, isKept: true };
  }
  const memory = await import('fake-indexeddb');
  return { indexedDB: new memory.IDBFactory(), IDBKeyRange: memory.IDBKeyRange, isKept: false };
}

const putAway: PutAway = {
  onPutAway: (listener) => window.addEventListener('pagehide', ({ persisted }) => persisted && listener()),
  onReturn: (listener) => window.addEventListener('pageshow', ({ persisted }) => persisted && listener()),
  startAnew: () => window.location.reload(),
};

function canOpen(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = window.indexedDB.open('undercurrent-probe');
      const timer = setTimeout(() => resolve(true), PROBE_MS);
      const answer = (isOpen: boolean) => {
        clearTimeout(timer);
        resolve(isOpen);
      };
      request.onerror = () => answer(false);
      request.onsuccess = () => {
        request.result.close();
        answer(true);
      };
    } catch {
      resolve(false);
    }
  });
}
