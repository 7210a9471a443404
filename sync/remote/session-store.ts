import * as z from 'zod/mini';

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

const DATABASE = 'undercurrent-session';
const STORE = 'session';
const KEY = 'current';

export interface SessionStore {
  /** @throws when the browser has no storage (private mode) */
  read(): Promise<StoredSession | null>;
  write(session: StoredSession | null): Promise<void>;
}

export function openSessionStore(indexedDB: IDBFactory): SessionStore {
  // A connection for each use: a kept one is lost when iOS suspends the page (SY-22).
  const use = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => { readonly result: T },
  ): Promise<T> => {
    const database = await open(indexedDB);
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
      });
    } finally {
      database.close();
    }
  };
  return {
    async read() {
      const found = storedSession.safeParse(await use<unknown>('readonly', (store) => store.get(KEY)));
      return found.success ? found.data : null;
    },
    async write(session) {
      if (session) await use<unknown>('readwrite', (store) => store.put(session, KEY));
      else await use<unknown>('readwrite', (store) => store.delete(KEY));
    },
  };
}

function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('cannot open the session store'));
  });
}
