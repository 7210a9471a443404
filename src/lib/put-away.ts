/**
 * The same databases, for a page that the browser may put away whole, as for a way back to it. WebKit leaves the transactions
 * of such a page running, and every page that comes after waits for them without end: what is not finished then is undone.
 * Whoever asked for it hears that, as of any transaction that fails.
 * @param onPutAway calls back each time that the page is put away
 */
export function undoneWhenPutAway(databases: IDBFactory, onPutAway: (listener: () => void) => void): IDBFactory {
  const running = new Set<IDBTransaction>();
  onPutAway(() => {
    for (const transaction of running) abort(transaction);
  });
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
