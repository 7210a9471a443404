export interface PageLifecycle {
  onFreeze(listener: () => void): void;
  onRestore(listener: () => void): void;
  reload(): void;
}

/**
 * Wraps `databases`, so that a page aborts its open transactions when it freezes, and reloads when it is restored after that. WebKit would
 * leave the transactions open, and later pages would wait for them forever.
 */
export function abortTransactionsOnFreeze(databases: IDBFactory, page: PageLifecycle): IDBFactory {
  const running = new Set<IDBTransaction>();
  let hasAborted = false;
  page.onFreeze(() => {
    hasAborted ||= running.size > 0;
    for (const transaction of running) abort(transaction);
  });
  page.onRestore(() => hasAborted && page.reload());
  const watch = (transaction: IDBTransaction): IDBTransaction => {
    running.add(transaction);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
    return transaction;
  };
  const watchTransactions = (database: IDBDatabase) => {
    const begin = database.transaction.bind(database);
    database.transaction = (...args) => watch(begin(...args));
  };
  const open: IDBFactory['open'] = (name, version) => {
    const request = databases.open(name, version);
    request.addEventListener('upgradeneeded', () => request.transaction && watch(request.transaction));
    request.addEventListener('success', () => watchTransactions(request.result));
    return request;
  };
  return new Proxy(databases, {
    get(target, key) {
      if (key === 'open') return open;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // abort() throws if the transaction has ended and its event has not fired yet.
  }
}
