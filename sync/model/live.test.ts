import { expect, it } from 'vitest';
import { createLive } from './live.ts';

it('a live value notifies each subscriber of changes until it unsubscribes, and reports whether it has subscribers', () => {
  const live = createLive(1);
  const told: number[] = [];
  const note = () => told.push(live.get());
  expect(live.subscribed).toBe(false);
  const [endOne, endOther] = [live.subscribe(note), live.subscribe(note)];
  live.set(2);
  live.set(2);
  expect([told, live.subscribed]).toEqual([[2, 2], true]);
  endOne();
  live.set(3);
  expect([told, live.subscribed]).toEqual([[2, 2, 3], true]);
  endOther();
  live.set(4);
  expect([told, live.get(), live.subscribed]).toEqual([[2, 2, 3], 4, false]);
});
