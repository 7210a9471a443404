import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocks } from '../../tests/sync/support/locks.ts';
import { withTimeout, NoAnswer, withLockOrTimeout } from './timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

it('a timeout returns the result of the work, or fails when the work does not end in time', async () => {
  await expect(withTimeout(1_000, Promise.resolve('here'))).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
  const late = expect(withTimeout(1_000, never)).rejects.toThrow(NoAnswer);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
});

it('tasks with the same lock run one after another', async () => {
  const locks = createLocks();
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    done.push(`${name} ends`);
  };
  const both = Promise.all([
    withLockOrTimeout(locks, 'lock', 1_000, work('one')),
    withLockOrTimeout(locks, 'lock', 1_000, work('two')),
  ]);
  await vi.advanceTimersByTimeAsync(20);
  await both;
  expect(done).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('a task runs without the lock once a frozen page has held it for too long', async () => {
  const locks = createLocks();
  void locks.request('lock', () => never);
  const done = withLockOrTimeout(locks, 'lock', 1_000, () => Promise.resolve('done'));
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(done).resolves.toBe('done');
});

it('a failing task runs only once', async () => {
  const locks = createLocks();
  const fail = vi.fn(() => Promise.reject(new Error('no')));
  await expect(withLockOrTimeout(locks, 'lock', 1_000, fail)).rejects.toThrow('no');
  expect(fail).toHaveBeenCalledTimes(1);
});
