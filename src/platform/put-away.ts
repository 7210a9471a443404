/** When the browser puts a page away whole, as for a way back to it, and what a page can do that was. */
export interface PutAway {
  onPutAway(listener: () => void): void;
  onReturn(listener: () => void): void;
  startAnew(): void;
}

/**
 * The same databases, for a page that may be put away whole. WebKit leaves the transactions of such a page running, and every
 * page that comes after waits for them without end: what is not finished then is undone. A page that comes back from there with
 * half of its work undone starts anew.
 */
export function undoneWhenPutAway(databases: IDBFactory, page: PutAway): IDBFactory {
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
    // It has ended, and its event has not come yet.
  }
}
