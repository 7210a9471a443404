import { withLockOrTimeout } from '../core/timeout.ts';

/** The longest wait for a sign-out, in milliseconds: one that takes longer was interrupted. */
const DELETION_MS = 15_000;

/** The name of the lock that all pages with a person's databases open share (SY-19). */
const nameOf = (owner: string): string => `undercurrent-device:${owner}`;

/**
 * Waits for a sign-out that is deleting this person's databases, then holds the shared lock. It waits for a frozen page only up
 * to a limit, and not at all without Web Locks. Returns the function that releases the lock.
 */
export async function holdDevice(locks: LockManager | null, owner: string): Promise<() => void> {
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      resolve(() => undefined);
      timeout.abort();
    }, DELETION_MS);
    const untilReleased = () => {
      clearTimeout(timer);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(nameOf(owner), { mode: 'shared', signal: timeout.signal }, untilReleased).catch(reject);
  });
}

/** Does the work when no page has this person's databases open, or after `ms` anyway. A sign-in waits until it is done. */
export async function whenDeviceUnused(
  locks: LockManager | null,
  owner: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  return locks ? withLockOrTimeout(locks, nameOf(owner), ms, work) : work();
}
