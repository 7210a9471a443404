/** Waits at most `ms`: a browser may never answer a request for a blocked database or lock. @throws NoAnswer after `ms` */
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

/** Runs `work` without the lock if it is not granted within `ms`: a frozen page cannot release it. */
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
