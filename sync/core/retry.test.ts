import { describe, expect, it } from 'vitest';
import { isDelayRunning, retryDelayMs } from './retry.ts';

describe('the delay before the next attempt', () => {
  it('[SY-16] has a ceiling that doubles from 1 s to 5 min', () => {
    const ceilings = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100].map((failures) => retryDelayMs(failures, 1));
    expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]);
  });

  it('[SY-16] is random from 0 to the ceiling', () => {
    expect([0, 0.25, 0.5].map((random) => retryDelayMs(4, random))).toEqual([0, 2_000, 4_000]);
  });

  it('[SY-16] is an hour at most, whatever the server asks for', () => {
    expect(retryDelayMs(1, 0.5, 24 * 60 * 60_000)).toBe(60 * 60_000);
  });

  it('[SY-16] is at least what the server asks for, up to an hour', () => {
    expect(retryDelayMs(1, 0.5, 60_000)).toBe(60_000);
    expect(retryDelayMs(4, 1, 60)).toBe(8_000);
  });
});

describe('a delay', () => {
  it('[SY-16] is over at its end, and when a clock that was set back makes it exceed the maximum', () => {
    const hour = 60 * 60_000;
    const running = [1, hour, 0, -1, hour + 1].map((remaining) => isDelayRunning(5 + remaining, 5));
    expect(running).toEqual([true, true, false, false, false]);
  });
});
