import { describe, expect, it } from 'vitest';
import { StorageFailure, storageState, toStorageFailure } from './storage-failure.ts';

const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

describe('an error of a store', () => {
  it('[SY-22] means a full device if it is a quota error, or wraps one up to four levels deep', () => {
    expect(storageState(full)).toBe('full');
    expect(storageState({ inner: full })).toBe('full');
    expect(storageState({ inner: { cause: full } })).toBe('full');
    expect(storageState({ failures: [new Error('other'), full] })).toBe('full');
    expect(storageState({ failures: [null, { cause: { inner: full } }] })).toBe('full');
    expect(storageState(new Error('The Quota has been exceeded'))).toBe('full');
  });

  it('[SY-22] means unavailable storage in every other case', () => {
    for (const error of [
      null,
      undefined,
      'quota',
      new Error('closed'),
      { inner: null },
      { failures: [] },
      { failures: 1 },
    ])
      expect(storageState(error)).toBe('unavailable');
    expect(storageState({ message: 7, name: 'Error', cause: new Error('other') })).toBe('unavailable');
  });

  it('[SY-22] is unwrapped at most four times, so that a circular chain of causes ends', () => {
    const circle: { inner?: unknown } = {};
    circle.inner = circle;
    expect(storageState(circle)).toBe('unavailable');
    for (const around of [
      (inner: unknown) => ({ inner }),
      (cause: unknown) => ({ cause }),
      (failure: unknown) => ({ failures: [failure] }),
    ]) {
      const wrap = (times: number): unknown => (times === 0 ? full : around(wrap(times - 1)));
      expect([storageState(wrap(4)), storageState(wrap(5))]).toEqual(['full', 'unavailable']);
    }
  });

  it('[SY-22] is returned unchanged, with its cause, if it is a StorageFailure already', () => {
    const failure = toStorageFailure(full);
    expect(failure).toMatchObject({ name: 'StorageFailure', reason: 'full', message: 'storage full', cause: full });
    expect(toStorageFailure(failure)).toBe(failure);
    expect(storageState(new StorageFailure('full', null))).toBe('full');
  });
});
