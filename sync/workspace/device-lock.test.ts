import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocks } from '../../tests/sync/support/locks.ts';
import { holdDevice, whenDeviceUnused } from './device-lock.ts';
import { withUploadLock } from './upload-lock.ts';
import { createMutex } from './mutex.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
function pending() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it('[SY-19] a person’s data is deleted once all their pages are closed', async () => {
  const locks = createLocks();
  const releases = [await holdDevice(locks, 'ann'), await holdDevice(locks, 'ann')];
  await holdDevice(locks, 'ben');
  const work = vi.fn(() => Promise.resolve());
  const deleted = whenDeviceUnused(locks, 'ann', 5_000, work);
  for (const release of releases) {
    await settle();
    expect(work).not.toHaveBeenCalled();
    release();
  }
  await deleted;
  expect(work).toHaveBeenCalledTimes(1);
});

it('[SY-19] the deletion waits for a page that stays open, but only up to its time limit', async () => {
  const locks = createLocks();
  await holdDevice(locks, 'ann');
  const work = vi.fn(() => Promise.resolve());
  const deleted = whenDeviceUnused(locks, 'ann', 5_000, work);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await deleted;
  expect(work).toHaveBeenCalledTimes(1);
});

it('[SY-19] a sign-in waits for the deletion of the same person’s data, but no longer than 15 s', async () => {
  const locks = createLocks();
  const deleting = pending();
  void whenDeviceUnused(locks, 'ann', 5_000, () => deleting.promise);
  await settle();
  const opened = vi.fn();
  void holdDevice(locks, 'ann').then(opened);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(opened).not.toHaveBeenCalled();
  deleting.resolve();
  await settle();
  expect(opened).toHaveBeenCalledTimes(1);

  const frozen = createLocks();
  void whenDeviceUnused(frozen, 'ann', 5_000, () => pending().promise);
  await settle();
  const late = vi.fn();
  const holding = holdDevice(frozen, 'ann').then(late);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await holding;
  expect(late).toHaveBeenCalledTimes(1);
});

it('[SY-19] without Web Locks nothing waits', async () => {
  const release = await holdDevice(null, 'ann');
  const work = vi.fn(() => Promise.resolve());
  await whenDeviceUnused(null, 'ann', 5_000, work);
  expect(work).toHaveBeenCalledTimes(1);
  release();
});

it('[SY-28] one tab at a time works on an upload, and another tab that asks with `now` does not wait for it', async () => {
  const locks = createLocks();
  const alone = withUploadLock(locks, 'ann');
  const { signal } = new AbortController();
  const first = pending();
  const order: string[] = [];
  const work =
    (name: string, until = Promise.resolve()) =>
    async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
      return name;
    };
  const running = alone('u1', { signal }, work('first', first.promise));
  const next = alone('u1', { signal }, work('second'));
  await settle();
  expect(await alone('u1', { signal, now: true }, work('now'))).toBeNull();
  expect(await alone('u2', { signal, now: true }, work('other upload'))).toBe('other upload');
  expect(await withUploadLock(locks, 'ben')('u1', { signal }, work('other person'))).toBe('other person');
  first.resolve();
  expect(await Promise.all([running, next])).toEqual(['first', 'second']);
  expect(order.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ]);
});

it('[SY-28] a tab stops waiting for an upload’s lock when its signal is aborted', async () => {
  const alone = withUploadLock(createLocks(), 'ann');
  const waiting = new AbortController();
  void alone('u1', { signal: new AbortController().signal }, () => pending().promise);
  await settle();
  const work = vi.fn(() => Promise.resolve());
  const aborted = alone('u1', { signal: waiting.signal }, work);
  waiting.abort();
  await expect(aborted).rejects.toThrow('aborted');
  expect(work).not.toHaveBeenCalled();
});

it('[SY-28] without Web Locks the work is done at once', async () => {
  const { signal } = new AbortController();
  expect(await withUploadLock(null, 'ann')('u1', { signal }, () => Promise.resolve('sent'))).toBe('sent');
});

it.each([
  ['with Web Locks, in all tabs', createLocks()],
  ['without them, in this tab', null],
])('[SY-30] a mutex runs one task at a time, also after a failure, %s', async (_how, locks) => {
  const inOneTab = createMutex(locks, 'acts:ann');
  const gate = pending();
  const order: number[] = [];
  const tasks = [1, 2, 3].map((number) =>
    (locks ? createMutex(locks, 'acts:ann') : inOneTab)(async () => {
      order.push(number);
      if (number === 1) await gate.promise;
      if (number === 2) throw new Error('failed');
      return number;
    }),
  );
  const results = Promise.allSettled(tasks);
  await settle();
  expect(order).toEqual([1]);
  gate.resolve();
  expect((await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    1,
    'failed',
    3,
  ]);
  expect(order).toEqual([1, 2, 3]);
});
