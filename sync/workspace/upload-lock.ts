import type { UploadApi } from '../upload-types.ts';

/** Lets one tab at a time work on an upload or a draft. */
export function withUploadLock(locks: LockManager | null, owner: string): UploadApi['alone'] {
  return async (name, { signal, now = false }, work) => {
    // Without Web Locks two tabs may send the same file. That costs a second transfer; the action is still one.
    if (!locks) return work();
    const options = now ? { ifAvailable: true } : { signal };
    return locks.request(`upload:${owner}:${name}`, options, (lock) => (lock ? work() : null));
  };
}
