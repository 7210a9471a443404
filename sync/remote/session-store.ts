import * as z from 'zod/mini';
import { SESSION } from '../core/names.ts';

/**
 * The stored session. IndexedDB holds it, because the service worker reads it too (SY-20); no library is used, because each start of
 * the app reads the session before anything else.
 */
export const storedSession = z.object({
  userId: z.string(),
  email: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** In ms since the epoch, by this device's clock. */
  expiresAt: z.number(),
  /** Whether the server has rejected the session (SY-19). */
  locked: z.boolean(),
});
export type StoredSession = z.infer<typeof storedSession>;

export interface SessionStore {
  /** @throws if the browser has no storage (private mode) */
  read(): Promise<StoredSession | null>;
  /** Atomic across tabs and the worker. Returns the session stored afterwards. @throws if the browser has no storage */
  change(decide: (stored: StoredSession | null) => StoredSession | null | 'keep'): Promise<StoredSession | null>;
}

export function openSessionStore(indexedDB: IDBFactory): SessionStore {
  // iOS closes open connections when it suspends the page, so each use opens one (SY-22).
  const use = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore, answer: (value: T) => void) => void,
  ): Promise<T> => {
    const database = await open(indexedDB);
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(SESSION.store, mode);
        let value: { of: T } | null = null;
        work(transaction.objectStore(SESSION.store), (of) => (value = { of }));
        transaction.oncomplete = () => (value ? resolve(value.of) : reject(new Error('no answer')));
        transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
      });
    } finally {
      database.close();
    }
  };
  const get = (store: IDBObjectStore, then: (stored: StoredSession | null) => void) => {
    const request = store.get(SESSION.key);
    request.onsuccess = () => {
      const found = storedSession.safeParse(request.result);
      then(found.success ? found.data : null);
    };
  };
  return {
    read: () => use('readonly', get),
    change: (decide) =>
      // Write transactions of all pages and the worker run one after the other.
      use('readwrite', (store, answer) =>
        get(store, (stored) => {
          const next = decide(stored);
          if (next === null) store.delete(SESSION.key);
          else if (next !== 'keep') store.put(next, SESSION.key);
          answer(next === 'keep' ? stored : next);
        }),
      ),
  };
}

function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(SESSION.database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SESSION.store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('cannot open the session store'));
  });
}
