import { describe, expect, it } from 'vitest';
import { createListeningClock } from './listening-clock.ts';

describe('the listening clock', () => {
  it('counts the time heard', () => {
    const clock = createListeningClock();
    for (let i = 0; i <= 300; i++) clock.read(i * 100, i / 10, true);
    expect(Math.round(clock.heardMs())).toBe(30_000);
  });
  it('counts nothing for an announced seek forward, and at most the elapsed time for an unannounced one', () => {
    const clock = createListeningClock();
    clock.read(0, 0, true);
    clock.read(100, 0.1, true);
    clock.jumped();
    clock.read(200, 40, true);
    expect(Math.round(clock.heardMs())).toBe(100);
    clock.read(300, 70, true);
    expect(Math.round(clock.heardMs())).toBe(200);
  });
  it('does not count the time that the device sleeps', () => {
    const clock = createListeningClock();
    clock.read(0, 5, true);
    clock.read(28_800_000, 5.2, true);
    expect(Math.round(clock.heardMs())).toBe(200);
  });
  it('counts nothing while paused or for a seek backward', () => {
    const clock = createListeningClock();
    clock.read(0, 10, true);
    clock.read(1000, 2, true);
    clock.read(2000, 2, false);
    clock.read(9000, 9, true);
    expect(clock.heardMs()).toBe(0);
  });
});
