import { expect, it } from 'vitest';
import { nextUtcDayAt, thirtyDaysUpTo, utcDay } from './utc-day.ts';

it('[S-9] a day begins and ends at midnight UTC', () => {
  const midnight = Date.UTC(2027, 0, 2);
  expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2027-01-01', '2027-01-02']);
  expect([nextUtcDayAt(midnight - 1), nextUtcDayAt(midnight)]).toEqual([midnight, Date.UTC(2027, 0, 3)]);
});

it('the thirty days up to a day include it, across the end of a month', () => {
  const days = thirtyDaysUpTo('2026-03-10');
  expect(days).toHaveLength(30);
  expect([days[0], days[19], days[20], days[29]]).toEqual(['2026-02-09', '2026-02-28', '2026-03-01', '2026-03-10']);
});
