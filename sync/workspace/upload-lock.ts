import type { UploadApi } from '../upload-types.ts';

/** Lets one tab of a person at a time work on an upload (SY-28). */
export function withUploadLock(locks: LockManager | null, owner: string): UploadApi['withLock'] {
  return async (name, { signal, now = false }, work) => {
    // Without Web Locks two tabs may send the same file: a second transfer, but still one action.
    if (!locks) return work();
    const options = now ? { ifAvailable: true } : { signal };
    return locks.request(`upload:${owner}:${name}`, options, (lock) => (lock ? work() : null));
  };
}
