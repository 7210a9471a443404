interface LockRequest {
  isShared: boolean;
  grant(): void;
}

/** Web Locks of one browser. */
export function createLocks(): LockManager {
  const queues = new Map<string, { held: Set<LockRequest>; waiting: LockRequest[] }>();
  const grantNext = (name: string) => {
    const queue = queues.get(name);
    for (;;) {
      const next = queue?.waiting[0];
      if (
        !queue ||
        !next ||
        (queue.held.size > 0 && !(next.isShared && [...queue.held].every((holder) => holder.isShared)))
      )
        return;
      queue.waiting.shift();
      queue.held.add(next);
      next.grant();
    }
  };
  const request = <T>(
    name: string,
    second: LockOptions | LockGrantedCallback<T>,
    third?: LockGrantedCallback<T>,
  ): Promise<unknown> => {
    const [options, callback] = typeof second === 'function' ? [{}, second] : [second, third];
    if (!callback) throw new TypeError('a lock needs a callback');
    const queue = queues.get(name) ?? { held: new Set(), waiting: [] };
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      if (options.ifAvailable && (queue.held.size > 0 || queue.waiting.length > 0)) return resolve(callback(null));
      const entry: LockRequest = {
        isShared: options.mode === 'shared',
        grant: () => {
          const granted = async () => callback({ name, mode: options.mode ?? 'exclusive' });
          void Promise.resolve()
            .then(granted)
            .then(resolve, reject)
            .finally(() => {
              queue.held.delete(entry);
              grantNext(name);
            });
        },
      };
      options.signal?.addEventListener('abort', () => {
        if (!queue.waiting.includes(entry)) return;
        queue.waiting.splice(queue.waiting.indexOf(entry), 1);
        reject(new DOMException('aborted', 'AbortError'));
        grantNext(name);
      });
      queue.waiting.push(entry);
      grantNext(name);
    });
  };
  return { request, query: () => Promise.resolve({}) };
}
