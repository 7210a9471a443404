import { describe, expect, it } from 'vitest';
import { chartPath } from './chart-path.ts';
import { indexOfLargest, formatDay, playsByDay } from './track-days.ts';

describe('plays by day', () => {
  it('cover all thirty days, also those without plays, across a daylight saving change', () => {
    const days = playsByDay('2026-03-30', [
      { day: '2026-03-01', plays: 1 },
      { day: '2026-03-30', plays: 2 },
    ]);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-03-01', plays: 1 });
    expect(days[1]).toEqual({ day: '2026-03-02', plays: 0 });
    expect(days[29]).toEqual({ day: '2026-03-30', plays: 2 });
    expect(formatDay('2026-03-30')).toBe('30 March');
  });

  it('initially select the day with the most plays; of two equal days, the later one', () => {
    expect(indexOfLargest([0, 3, 1, 3, 2])).toBe(3);
    expect(indexOfLargest([0, 0])).toBe(1);
  });
});

describe('chartPath', () => {
  it('is flat at 0, and reaches its full height at the largest value', () => {
    expect(chartPath([0, 0], 50, 0.5)).toBe('M0 49H24');
    expect(chartPath([0, 4], 50, 0.5)).toBe('M0 49H15V5Q15 2 18 2H18Q21 2 21 5V49H24');
  });
});
