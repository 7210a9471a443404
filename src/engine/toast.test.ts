import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, holdToast, releaseToast, toast, toasts } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

const shown = () => toasts.get().map(({ id }) => id);
const show = (id: string) => toast({ id, kind: 'info', title: id, duration: 1_000 });

it('a toast stays while the pointer is over it, even if the pointer and the focus have left it before', () => {
  show('a');
  holdToast('a', 'pointer');
  holdToast('a', 'focus');
  releaseToast('a', 'pointer');
  releaseToast('a', 'focus');
  holdToast('a', 'pointer');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['a']);
  releaseToast('a', 'pointer');
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([]);
});

it('a toast stays while it has the focus, although the pointer has left', () => {
  show('a');
  holdToast('a', 'focus');
  holdToast('a', 'pointer');
  releaseToast('a', 'pointer');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['a']);
});

it('a toast that replaces one of the same id stays while the pointer is over it', () => {
  show('a');
  holdToast('a', 'pointer');
  show('a');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['a']);
});

it('a pointer or focus that held a dismissed toast does not hold a later toast of the same id', () => {
  show('a');
  holdToast('a', 'pointer');
  dismissToast('a');
  show('a');
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([]);
  holdToast('a', 'pointer');
  for (const id of ['a', 'b', 'c', 'd']) show(id);
  expect(shown()).toEqual(['b', 'c', 'd']);
  show('a');
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([]);
});
