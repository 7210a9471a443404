/** Runs works one after another. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Turns of this name: over all tabs, or over this one where there are no Web Locks. */
export function createTurns(locks: LockManager | null, name: string): Turns {
  if (locks) return (work) => locks.request(name, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
