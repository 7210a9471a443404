import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayName, daysOf } from './history-days.ts';

afterEach(() => vi.unstubAllEnvs());

const at = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
  new Date(year, month, day, hour, minute).getTime();
const play = (heardAt: number) => ({ key: `${heardAt}`, trackId: 'a', heardAt, isPending: false, isFirst: false });
const hours = 3_600_000;

describe('the days of the history', () => {
  it.each(['Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles'])(
    'are the person’s local ones, not the UTC days that plays count for, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const times = [at(2027, 2, 2, 0, 0), at(2027, 2, 1, 23, 59), at(2027, 2, 1, 0, 0), at(2027, 1, 28, 23, 59)];
      expect(daysOf(times.map(play)).map(({ plays }) => plays.map(({ heardAt }) => heardAt))).toEqual([
        times.slice(0, 1),
        times.slice(1, 3),
        times.slice(3),
      ]);
    },
  );

  it.each([
    ['Europe/Berlin', [2027, 2, 28], 23],
    ['Europe/Berlin', [2027, 9, 31], 25],
    ['Australia/Lord_Howe', [2027, 3, 4], 24.5],
    // Clocks go forward at midnight: the day begins at 1:00.
    ['America/Santiago', [2027, 8, 5], 23],
  ] as const)('are as long as the clocks make them, in %s on %j', (zone, [year, month, day], length) => {
    vi.stubEnv('TZ', zone);
    const noon = at(year, month, day, 12, 0);
    const last = at(year, month, day, 23, 59);
    expect(daysOf([play(last), play(noon)])).toHaveLength(1);
    const [{ from, until } = { from: 0, until: 0 }] = daysOf([play(noon)]);
    expect(until - from).toBe(length * hours);
    expect(new Date(from).getDate()).toBe(day);
    expect(new Date(from - 1).getDate()).not.toBe(day);
    expect(last).toBeLessThan(until);
  });

  it('are named today, yesterday, or by weekday and date, with the year if it is another one', () => {
    const now = at(2027, 0, 2, 0, 5);
    const names = [at(2027, 0, 2, 0, 1), at(2027, 0, 1, 23, 59), at(2026, 11, 31, 23, 59)].map((time) =>
      dayName(time, now),
    );
    expect(names).toEqual(['Today', 'Yesterday', 'Thursday, 31 December 2026']);
    expect(dayName(at(2027, 0, 2, 12, 0), at(2027, 4, 1, 12, 0))).toBe('Saturday, 2 January');
  });
});
