interface Waiting {
  isShared: boolean;
  take(): void;
}

/** Web Locks of one browser for Node: shared and exclusive, in FIFO order. */
export function createLocks(): LockManager {
  const lines = new Map<string, { held: Set<Waiting>; waiting: Waiting[] }>();
  const pass = (name: string) => {
    const line = lines.get(name);
    for (;;) {
      const next = line?.waiting[0];
      if (!line || !next || (line.held.size > 0 && !(next.isShared && [...line.held].every((one) => one.isShared))))
        return;
      line.waiting.shift();
      line.held.add(next);
      next.take();
    }
  };
  const request = <T>(
    name: string,
    second: LockOptions | LockGrantedCallback<T>,
    third?: LockGrantedCallback<T>,
  ): Promise<unknown> => {
    const [options, callback] = typeof second === 'function' ? [{}, second] : [second, third];
    if (!callback) throw new TypeError('a lock needs a callback');
    const line = lines.get(name) ?? { held: new Set(), waiting: [] };
    lines.set(name, line);
    return new Promise((resolve, reject) => {
      if (options.ifAvailable && (line.held.size > 0 || line.waiting.length > 0)) return resolve(callback(null));
      const one: Waiting = {
        isShared: options.mode === 'shared',
        take: () => {
          // Asynchronous, as in a browser.
          const granted = async () => callback({ name, mode: options.mode ?? 'exclusive' });
          void Promise.resolve()
            .then(granted)
            .then(resolve, reject)
            .finally(() => {
              line.held.delete(one);
              pass(name);
            });
        },
      };
      options.signal?.addEventListener('abort', () => {
        if (!line.waiting.includes(one)) return;
        line.waiting.splice(line.waiting.indexOf(one), 1);
        reject(new DOMException('aborted', 'AbortError'));
        pass(name);
      });
      line.waiting.push(one);
      pass(name);
    });
  };
  return { request, query: () => Promise.resolve({}) };
}
