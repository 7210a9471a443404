/** Each page that has a person's databases open holds this, with the others (SY-19). */
const nameOf = (owner: string): string => `undercurrent-device:${owner}`;

/**
 * Waits for a sign-out that is deleting this person's databases, then holds them open. Answers how to let go. Where there are
 * no Web Locks nothing is waited for.
 */
export async function holdDevice(locks: LockManager | null, owner: string): Promise<() => void> {
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    const untilReleased = () => new Promise<void>((release) => resolve(release));
    locks.request(nameOf(owner), { mode: 'shared' }, untilReleased).catch(reject);
  });
}

/**
 * Does the work when no page holds this person's databases any more, or after `ms` all the same: a frozen page cannot let go.
 * Who signs in meanwhile waits for it.
 */
export async function withDeviceAlone(
  locks: LockManager | null,
  owner: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  let isBegun = false;
  try {
    await locks.request(nameOf(owner), { signal: late.signal }, async () => {
      isBegun = true;
      clearTimeout(timer);
      await work();
    });
  } catch (error) {
    if (isBegun || !late.signal.aborted) throw error;
    await work();
  }
}
