import { withLockOrTimeout } from '../core/timeout.ts';

/** A sign-out that takes longer was interrupted. */
const DELETION_MS = 15_000;

/** Pages with the person's databases open share this lock (SY-19). */
const nameOf = (owner: string): string => `undercurrent-device:${owner}`;

/** Waits for a sign-out's deletion, but for a frozen page only up to a limit. @returns releases the lock */
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

/** After `ms` works even if a page has the databases open. A sign-in waits for the end. */
export async function whenDeviceUnused(
  locks: LockManager | null,
  owner: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  return locks ? withLockOrTimeout(locks, nameOf(owner), ms, work) : work();
}
