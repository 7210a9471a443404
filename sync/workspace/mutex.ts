/** Runs one task at a time. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A mutex of this name, across all tabs. Without Web Locks the name has no effect: only the tasks of the returned mutex exclude
 * each other.
 */
export function createMutex(locks: LockManager | null, name: string): Mutex {
  if (locks) return (work) => locks.request(name, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
