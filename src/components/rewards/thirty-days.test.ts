import { describe, expect, it } from 'vitest';
import { lastThirtyDays, shortDay } from './thirty-days.ts';

describe('the last 30 days', () => {
  it('end with today, and mark the active days', () => {
    const days = lastThirtyDays(['2026-10-24', '2026-11-21'], '2026-11-22', false);
    expect([days.length, days[0], days.at(-1)]).toEqual([
      30,
      { day: '2026-10-24', isActive: true },
      { day: '2026-11-22', isActive: false },
    ]);
    expect(days.filter(({ isActive }) => isActive).map(({ day }) => shortDay(day))).toEqual(['24 Oct', '21 Nov']);
  });

  it('mark today as soon as the device counts an activity', () => {
    expect(lastThirtyDays([], '2026-11-22', true).at(-1)).toEqual({ day: '2026-11-22', isActive: true });
  });

  it('drop days that are now too old, and extend to a later day of the server', () => {
    expect(lastThirtyDays(['2026-10-24'], '2026-11-23', false).some(({ isActive }) => isActive)).toBe(false);
    expect(lastThirtyDays(['2026-11-23'], '2026-11-22', false).at(-1)).toEqual({ day: '2026-11-23', isActive: true });
  });
});
