import { withLockOrLate } from '../core/patience.ts';

/** A sign-out deletes faster than this, in milliseconds; what takes longer was left in the middle. */
const DELETION_MS = 15_000;

/** Each page that has a person's databases open holds this, with the others (SY-19). */
const nameOf = (owner: string): string => `undercurrent-device:${owner}`;

/**
 * Waits for a sign-out that is deleting this person's databases, then holds them open; a frozen page that deletes is not
 * waited for without end. Answers how to let go. Where there are no Web Locks nothing is waited for.
 */
export async function holdDevice(locks: LockManager | null, owner: string): Promise<() => void> {
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    const late = new AbortController();
    const timer = setTimeout(() => {
      resolve(() => undefined);
      late.abort();
    }, DELETION_MS);
    const untilReleased = () => {
      clearTimeout(timer);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(nameOf(owner), { mode: 'shared', signal: late.signal }, untilReleased).catch(reject);
  });
}

/**
 * Does the work when no page holds this person's databases any more, or after `ms` all the same. Who signs in meanwhile waits
 * for it.
 */
export async function withDeviceAlone(
  locks: LockManager | null,
  owner: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  return locks ? withLockOrLate(locks, nameOf(owner), ms, work) : work();
}
