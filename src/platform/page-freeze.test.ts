import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { abortTransactionsOnFreeze } from './page-freeze.ts';

/** Two pages of one device; the first can be frozen and restored (back/forward cache). */
function twoPages() {
  const databases = new IDBFactory();
  const listeners = { away: (): void => undefined, back: (): void => undefined };
  const startAnew = vi.fn<() => void>();
  const first = abortTransactionsOnFreeze(databases, {
    onPutAway: (listener) => (listeners.away = listener),
    onReturn: (listener) => (listeners.back = listener),
    startAnew,
  });
  return {
    first,
    second: databases,
    startAnew,
    putAway: () => listeners.away(),
    comeBack: () => listeners.back(),
  };
}

function open(databases: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = databases.open('shelf', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('books');
    request.onsuccess = () => resolve(request.result);
  });
}

/** Keeps the transaction open for ever, like a page frozen in the middle of its work. */
function neverEnd(store: IDBObjectStore): void {
  store.get(1).onsuccess = () => neverEnd(store);
}

function put(database: IDBDatabase, value: string): Promise<void> {
  return new Promise((resolve) => {
    const transaction = database.transaction('books', 'readwrite');
    transaction.objectStore('books').put(value, 1);
    transaction.oncomplete = () => resolve();
  });
}

function read(database: IDBDatabase): Promise<unknown> {
  return new Promise((resolve) => {
    const request = database.transaction('books').objectStore('books').get(1);
    request.onsuccess = () => resolve(request.result);
  });
}

it('aborts a page’s open transactions when it freezes, so that other pages can continue', async () => {
  const { first, second, putAway } = twoPages();
  const [here, there] = [await open(first), await open(second)];
  await put(here, 'finished');
  const half = here.transaction('books', 'readwrite');
  const failed = new Promise((resolve) => (half.onabort = resolve));
  half.objectStore('books').put('half', 1);
  neverEnd(half.objectStore('books'));
  const next = read(there);
  putAway();
  await failed;
  expect(await next).toBe('finished');
  await put(there, 'of the other');
  expect(await read(here)).toBe('of the other');
});

it('reloads a restored page only if transactions were aborted', async () => {
  const { first, startAnew, putAway, comeBack } = twoPages();
  const here = await open(first);
  await put(here, 'finished');
  putAway();
  comeBack();
  expect(startAnew).not.toHaveBeenCalled();
  here.transaction('books', 'readwrite').objectStore('books').put('half', 1);
  putAway();
  comeBack();
  expect(startAnew).toHaveBeenCalledTimes(1);
});

it('aborts the creation of a database', async () => {
  const { first, second, putAway } = twoPages();
  const failed = new Promise((resolve) => {
    const request = first.open('shelf', 1);
    request.onupgradeneeded = () => {
      neverEnd(request.result.createObjectStore('books'));
      setTimeout(putAway);
    };
    request.onerror = resolve;
  });
  const next = open(second);
  await failed;
  await put(await next, 'made anew');
  expect(await read(await next)).toBe('made anew');
});
