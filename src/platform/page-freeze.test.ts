import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { abortTransactionsOnFreeze } from './page-freeze.ts';

function twoPages() {
  const databases = new IDBFactory();
  const listeners = { freeze: (): void => undefined, restore: (): void => undefined };
  const reload = vi.fn<() => void>();
  const first = abortTransactionsOnFreeze(databases, {
    onFreeze: (listener) => (listeners.freeze = listener),
    onRestore: (listener) => (listeners.restore = listener),
    reload,
  });
  return {
    first,
    second: databases,
    reload,
    freeze: () => listeners.freeze(),
    restore: () => listeners.restore(),
  };
}

function open(databases: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = databases.open('shelf', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('books');
    request.onsuccess = () => resolve(request.result);
  });
}

function keepOpen(store: IDBObjectStore): void {
  store.get(1).onsuccess = () => keepOpen(store);
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

it('a freezing page aborts its open transactions, so that other pages can continue', async () => {
  const { first, second, freeze } = twoPages();
  const [firstDatabase, secondDatabase] = [await open(first), await open(second)];
  await put(firstDatabase, 'finished');
  const half = firstDatabase.transaction('books', 'readwrite');
  const failed = new Promise((resolve) => (half.onabort = resolve));
  half.objectStore('books').put('half', 1);
  keepOpen(half.objectStore('books'));
  const next = read(secondDatabase);
  freeze();
  await failed;
  expect(await next).toBe('finished');
  await put(secondDatabase, 'of the other');
  expect(await read(firstDatabase)).toBe('of the other');
});

it('a restored page reloads only if its transactions were aborted', async () => {
  const { first, reload, freeze, restore } = twoPages();
  const firstDatabase = await open(first);
  await put(firstDatabase, 'finished');
  freeze();
  restore();
  expect(reload).not.toHaveBeenCalled();
  firstDatabase.transaction('books', 'readwrite').objectStore('books').put('half', 1);
  freeze();
  restore();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a freezing page aborts the creation of a database', async () => {
  const { first, second, freeze } = twoPages();
  const failed = new Promise((resolve) => {
    const request = first.open('shelf', 1);
    request.onupgradeneeded = () => {
      keepOpen(request.result.createObjectStore('books'));
      setTimeout(freeze);
    };
    request.onerror = resolve;
  });
  const next = open(second);
  await failed;
  await put(await next, 'made anew');
  expect(await read(await next)).toBe('made anew');
});
