/** Tracks the databases that one page has open. `onOpen` receives the name of an opened one, and those that were open before. */
export function watchDatabases(
  indexedDB: IDBFactory,
  onOpen: (name: string, others: readonly string[]) => void,
): IDBFactory {
  const names: string[] = [];
  const open: IDBFactory['open'] = (name, version) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('success', () => {
      const database = request.result;
      onOpen(name, names);
      names.push(name);
      const close = database.close.bind(database);
      database.close = () => {
        if (names.includes(name)) names.splice(names.indexOf(name), 1);
        database.close = close;
        close();
      };
    });
    return request;
  };
  return new Proxy(indexedDB, {
    get(target, key) {
      if (key === 'open') return open;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
