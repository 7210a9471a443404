import { withLockOrTimeout } from '../core/timeout.ts';

/** Longest wait for a deletion: a page that takes longer is frozen, or its sign-out was interrupted. */
const DELETION_MS = 15_000;

/** Name of the lock that all pages with the person's databases open share (SY-19). */
const nameOf = (owner: string): string => `undercurrent-device:${owner}`;

/**
 * Takes the shared lock, or goes on without it if a sign-out's deletion takes longer than `DELETION_MS`.
 * @returns a function that releases the lock
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

/** Runs `work` once no page has the databases open, or after `ms` in any case. A sign-in waits for `work`, up to `DELETION_MS`. */
export async function whenDeviceUnused(
  locks: LockManager | null,
  owner: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  return locks ? withLockOrTimeout(locks, nameOf(owner), ms, work) : work();
}
