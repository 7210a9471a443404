/** `full`: no space left. `unavailable`: the browser offers no storage, or has taken it away (SY-22). */
export class StorageFailure extends Error {
  readonly reason: 'full' | 'unavailable';

  constructor(reason: 'full' | 'unavailable', cause: unknown) {
    super(`storage ${reason}`, { cause });
    this.name = 'StorageFailure';
    this.reason = reason;
  }
}

export function toStorageFailure(error: unknown): StorageFailure {
  return error instanceof StorageFailure
    ? error
    : new StorageFailure(isQuota(error, 0) ? 'full' : 'unavailable', error);
}

export function storageState(error: unknown): 'full' | 'unavailable' {
  return toStorageFailure(error).reason;
}

/** Dexie wraps the browser's error, sometimes twice: in `inner`, in `failures`, or in the message alone. */
function isQuota(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const part = (name: string): unknown => Reflect.get(error, name);
  if (part('name') === 'QuotaExceededError' || /quota/i.test(String(part('message')))) return true;
  return [part('inner'), part('cause'), part('failures')].flat().some((cause) => isQuota(cause, depth + 1));
}
