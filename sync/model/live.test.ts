import { expect, it } from 'vitest';
import { createLive } from './live.ts';

it('a live value notifies each subscriber of changes until it unsubscribes, and reports whether it has subscribers', () => {
  const live = createLive(1);
  const values: number[] = [];
  const collect = () => values.push(live.get());
  expect(live.subscribed).toBe(false);
  const [unsubscribeFirst, unsubscribeSecond] = [live.subscribe(collect), live.subscribe(collect)];
  live.set(2);
  live.set(2);
  expect([values, live.subscribed]).toEqual([[2, 2], true]);
  unsubscribeFirst();
  live.set(3);
  expect([values, live.subscribed]).toEqual([[2, 2, 3], true]);
  unsubscribeSecond();
  live.set(4);
  expect([values, live.get(), live.subscribed]).toEqual([[2, 2, 3], 4, false]);
});
