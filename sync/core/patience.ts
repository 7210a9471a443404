/**
 * What the work comes to, if it does within `ms`; what comes later is dropped. A browser that holds back a database or a lock
 * says nothing of it and never answers.
 * @throws NoAnswer after that time
 */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Does the work when it has the lock, or after `ms` all the same: a frozen page cannot let go. */
export async function withLockOrLate<T>(
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
    // Work that has begun has stopped the clock: it is never done twice.
    if (!late.signal.aborted) throw error;
    return await work();
  }
}
