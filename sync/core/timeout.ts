/**
 * Returns the result of the work if it arrives within `ms`, and ignores a later one. A browser may never answer a request for a
 * blocked database or lock.
 * @throws NoAnswer after `ms`
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Does the work when it has the lock, or after `ms` without it: a frozen page cannot release its lock. */
export async function withLockOrTimeout<T>(
  locks: Pick<LockManager, 'request'>,
  name: string,
  ms: number,
  work: () => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await locks.request(name, { signal: late.signal }, () => {
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    // Work that has begun cleared the timer, so it never runs twice.
    if (!late.signal.aborted) throw error;
    return await work();
  }
}
