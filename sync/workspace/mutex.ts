export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs one task at a time, across tabs. Without Web Locks, only tasks of the same returned mutex wait for each other. */
export function createMutex(locks: LockManager | null, name: string): Mutex {
  if (locks) return (work) => locks.request(name, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
