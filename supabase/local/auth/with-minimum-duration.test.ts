import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withMinimumDuration } from './with-minimum-duration.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('sent'), ms));

it.each([
  ['nothing to do', () => Promise.resolve('sent')],
  ['a mail to send', () => after(40)],
  ['an error', () => Promise.reject(new Error('sent'))],
])('takes the same time for: %s', async (_, work) => {
  let answered: unknown = null;
  const ended = withMinimumDuration(work).then(
    (value) => (answered = value),
    (error: unknown) => (answered = error),
  );
  await vi.advanceTimersByTimeAsync(149);
  expect(answered).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(String(answered)).toContain('sent');
});
