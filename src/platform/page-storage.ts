import { type PutAway, undoneWhenPutAway } from './put-away.ts';

/** Small texts by key: of the browser, or of this page alone where the browser shuts its storage or has no room. */
export interface PageStorage {
  get(key: string): string | null;
  /** False when only this page has it. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

/** What outlives the visit. */
export const localTexts = openTexts('localStorage');
/** What lives as long as the tab. */
export const tabTexts = openTexts('sessionStorage');

/** Even looking at a shut storage throws, so it is looked at once, here. */
function openTexts(name: 'localStorage' | 'sessionStorage'): PageStorage {
  const storage = openStorage(name);
  /** What the browser has not taken. */
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

/** The databases of this page. `isKept` false: in the page's memory, gone with it. */
export interface PageDatabases {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  isKept: boolean;
}

/** An opening that has not been answered for so long (ms) is taken for slow, not for shut. */
const PROBE_MS = 3000;

/** IndexedDB, or the same in memory where the browser shuts it: the app then plays as always and keeps nothing. */
export async function openDatabases(): Promise<PageDatabases> {
  if (await canOpen()) {
    const indexedDB = undoneWhenPutAway(window.indexedDB, putAway);
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
