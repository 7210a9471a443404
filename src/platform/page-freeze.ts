/** Freeze and restore of a page (back/forward cache), and a reload. */
export interface PutAway {
  onPutAway(listener: () => void): void;
  onReturn(listener: () => void): void;
  startAnew(): void;
}

/**
 * Wraps IndexedDB for pages in the back/forward cache. WebKit leaves the transactions of a frozen page open, and every
 * later page waits for them for ever. So they are aborted at the freeze, and a page restored after that reloads.
 */
export function abortTransactionsOnFreeze(databases: IDBFactory, page: PutAway): IDBFactory {
  const running = new Set<IDBTransaction>();
  let isHalfDone = false;
  page.onPutAway(() => {
    isHalfDone ||= running.size > 0;
    for (const transaction of running) abort(transaction);
  });
  page.onReturn(() => isHalfDone && page.startAnew());
  const watch = (transaction: IDBTransaction): IDBTransaction => {
    running.add(transaction);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
    return transaction;
  };
  const follow = (database: IDBDatabase) => {
    const begin = database.transaction.bind(database);
    database.transaction = (...how) => watch(begin(...how));
  };
  const open: IDBFactory['open'] = (name, version) => {
    const request = databases.open(name, version);
    request.addEventListener('upgradeneeded', () => request.transaction && watch(request.transaction));
    request.addEventListener('success', () => follow(request.result));
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
    // It has already ended, but its event has not fired yet.
  }
}
