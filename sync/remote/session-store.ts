import * as z from 'zod/mini';
import { SESSION } from '../core/names.ts';

/**
 * The session rests in IndexedDB, where the service worker can read it (SY-20), in a database of its own that is opened
 * with the bare API: it is the first thing a start needs.
 */
export const storedSession = z.object({
  userId: z.string(),
  email: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** By this device's clock, ms since the epoch: servers and devices disagree about the time. */
  expiresAt: z.number(),
  /** The server rejected it (SY-19). */
  locked: z.boolean(),
});
export type StoredSession = z.infer<typeof storedSession>;

export interface SessionStore {
  /** @throws when the browser has no storage (private mode) */
  read(): Promise<StoredSession | null>;
  /**
   * Compare and set: `decide` sees what is stored and answers what shall be, or `keep`. Between the two no other tab and no
   * worker writes. Answers what is stored afterwards.
   * @throws when the browser has no storage
   */
  change(decide: (stored: StoredSession | null) => StoredSession | null | 'keep'): Promise<StoredSession | null>;
}

export function openSessionStore(indexedDB: IDBFactory): SessionStore {
  // A connection for each use: a kept one is lost when iOS suspends the page (SY-22).
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
      // The browser runs the writing transactions of all pages and the worker one after another: that is the lock.
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
